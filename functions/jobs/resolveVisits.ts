// A visit becomes a lead: who was it, may they be one, and are they not one yet. All that is written is made from the
// visit, so a message may come twice, to two workers at once, or after a worker that crashed: one lead is stored.
// A message that comes again after its lead was stored asks the provider again: only the answer tells whose mark to look for.
import { isTaking, isUsedUp, type Meter, storingInstant } from '#shared/campaigns/meter.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import { findLeadEnd } from '#shared/lead-plan.ts'
import { Person } from '#shared/model/campaign.ts'
import type { LeadLimit } from '#shared/money/price-list.ts'
import { isOfSite } from '#shared/pixel.ts'
import { findExclusion, KnownLists, listsOf } from '../domain/exclusions/check.ts'
import { sellLead, stopAtLimit } from '../domain/leads/sell.ts'
import { limitAt } from '../domain/pricing/prices.ts'
import { consume, type JobContext } from '../kit/consume.ts'

type Visit = JobContext<'resolveVisits'>

async function resolve({ leadData, message }: Visit): Promise<Person | undefined> {
  const found = await leadData.resolve(message)
  return found && Person.parse(found)
}

async function run(visit: Visit): Promise<string> {
  const { message, db, now } = visit
  const { companyId, campaignId, visitedAt, pageUrl } = message
  const campaign = await db.campaign.find(companyId, campaignId)
  if (!campaign) return 'inactive'
  // They may have become a customer while the visit waited.
  if (await db.visitor.hasConverted({ campaignId, visitorId: message.visitorId })) return 'converted'
  const id = toId('lead', ulidOf(message.visitId))
  let meter: Meter | undefined
  let limit: LeadLimit | undefined
  let person: Person | undefined
  const end = await findLeadEnd({
    campaign: async () => ({ status: campaign.status }),
    site: async () => ({ isOwnSite: isOfSite(campaign.siteUrl, pageUrl, visit.env.SITE_STAND_INS) }),
    async meter() {
      meter = await db.lead.findMeter(campaign)
      return { isTaking: meter !== undefined && isTaking(meter, storingInstant(meter, campaign.timeZone, now()).at) }
    },
    async limit() {
      if (!meter) return {}
      const { at, day } = storingInstant(meter, campaign.timeZone, now())
      const terms = await limitAt(db, campaign, at)
      limit = terms.limit
      return { isUsedUp: limit !== undefined && !terms.sellsAbove && isUsedUp(meter, limit, day) }
    },
    async person() {
      person = await resolve(visit)
      return { email: person?.email ?? null }
    },
    // Lists are read anew for each visit: what was uploaded a moment ago holds for the next lead already.
    exclusion: async (email) => ({
      exclusion: (await findExclusion(visit, listsOf(campaign), [email], new KnownLists())) ?? null,
    }),
    async repeat(email) {
      const mark = await db.lead.findMark(campaign, email)
      if (!mark) return { mark: null }
      return { mark: mark.leadId === id ? 'own' : 'other' }
    },
  })
  // A worker that crashed after the last lead left the campaign running.
  if (end === 'limit' && limit?.every === 'max') await stopAtLimit(visit, campaign)
  if (end || !person || !meter) return end ?? 'unknown'
  const sold = await sellLead(visit, campaign, { id, person, pageUrl, visitedAt }, meter)
  if (sold.end === 'stored') return `stored ${id}`
  return sold.end === 'already' ? 'stored' : sold.end
}

export const handler = consume('resolveVisits', { run })
