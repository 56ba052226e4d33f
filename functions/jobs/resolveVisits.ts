// A visit becomes a lead: who was it, may they be one, and are they not one yet. All that is written is made from the
// visit, so a message may come twice, to two workers at once, or after a worker that crashed: one lead is stored.
import { dayIn } from '#shared/dates.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import { findLeadEnd } from '#shared/lead-plan.ts'
import type { Campaign, Person } from '#shared/model/campaign.ts'
import { isOfSite } from '#shared/pixel.ts'
import { findExclusion, KnownLists } from '../domain/exclusions/check.ts'
import { leadTermsAt } from '../domain/pricing/prices.ts'
import { consume, type JobContext } from '../kit/consume.ts'

type Visit = JobContext<'resolveVisits'>

/** From the widest list to the narrowest. */
const listsOf = ({ rootId, agencyId, companyId }: Campaign) => [rootId, agencyId, companyId]

async function resolve({ leadData, message }: Visit): Promise<Person | undefined> {
  const match = await leadData.resolve(message)
  if (!match) return undefined
  const { id: personId, state: stateCode, ...rest } = match
  return { personId, stateCode, ...rest }
}

async function run(visit: Visit): Promise<string> {
  const { message, db, now } = visit
  const { companyId, campaignId, visitedAt, pageUrl } = message
  const campaign = await db.campaign.find(companyId, campaignId)
  if (!campaign) return 'inactive'
  const key = { id: toId('lead', ulidOf(message.visitId)), companyId, campaignId, visitedAt }
  let person: Person | undefined
  const end = await findLeadEnd({
    campaign: async () => ({ status: campaign.status }),
    site: async () => ({ isOwnSite: isOfSite(campaign.siteUrl, pageUrl, visit.env.SITE_STAND_INS) }),
    visit: async () => ({ isStored: await db.lead.exists(key) }),
    async person() {
      person = await resolve(visit)
      return { email: person?.email ?? null }
    },
    // Lists are read anew for each visit: what was uploaded a moment ago holds for the next lead already.
    exclusion: async (email) => ({
      exclusion: (await findExclusion(visit, listsOf(campaign), email, new KnownLists())) ?? null,
    }),
    repeat: async (email) => ({ isKnown: await db.lead.isPersonKnown(campaign, email) }),
  })
  if (end || !person) return end ?? 'unknown'
  const createdAt = now()
  const day = dayIn(campaign.timeZone, visitedAt)
  const { price, limit, above } = await leadTermsAt(db, campaign, { at: createdAt, day })
  const lead = { ...key, person, pageUrl, createdAt }
  const place = { agencyId: campaign.agencyId, day }
  const stored = await db.lead.store({ ...lead, ...price }, place, limit)
  const ending = stored === 'limit' && above ? await db.lead.store({ ...lead, ...above }, place) : stored
  if (ending === 'limit') return 'limit'
  return ending ? `stored ${key.id}` : 'known'
}

export const handler = consume('resolveVisits', { run })
