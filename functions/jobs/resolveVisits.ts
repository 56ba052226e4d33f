// A visit becomes a lead: who was it, may they be one, and are they not one yet. Each answer is worked out for one visit
// only, so a message may come twice, to two workers at once, or after a worker that died, and one lead is stored.
import { dayIn } from '#shared/dates.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import { findLeadEnd } from '#shared/lead-plan.ts'
import type { Campaign, Lead, Person } from '#shared/model/campaign.ts'
import { findExclusion } from '../domain/exclusions.ts'
import type { Match } from '../gateways/lead-data.ts'
import { consume, type JobContext } from '../kit/consume.ts'

type Visit = JobContext<'resolveVisits'>

const toPerson = ({ id, state, ...rest }: Match): Person => ({ personId: id, stateCode: state, ...rest })

function toLead({ message, now }: Visit, campaign: Campaign, person: Person): Lead {
  return {
    // Made from the visit, so that the same visit is the same lead.
    id: toId('lead', ulidOf(message.visitId)),
    companyId: campaign.companyId,
    campaignId: campaign.id,
    person,
    pageUrl: message.pageUrl,
    visitedAt: message.visitedAt,
    createdAt: now(),
  }
}

async function run(context: Visit): Promise<string> {
  const { message, db, leadData } = context
  const key = { companyId: message.companyId, campaignId: message.campaignId, visitedAt: message.visitedAt }
  const campaign = await db.campaign.find(message.companyId, message.campaignId)
  let person: Person | undefined
  const email = () => person?.email ?? ''
  const end = await findLeadEnd({
    campaign: async () => ({ status: campaign?.status ?? null }),
    visit: async () => ({ isStored: await db.lead.exists({ ...key, id: toId('lead', ulidOf(message.visitId)) }) }),
    person: async () => {
      const match = await leadData.resolve(message)
      person = match && toPerson(match)
      return { email: person?.email ?? null }
    },
    exclusion: async () => ({ exclusion: (await findExclusion(context, listsOf(campaign), email())) ?? null }),
    repeat: async () => ({ isKnown: campaign ? await db.lead.isPersonKnown(campaign, email()) : true }),
  })
  if (end || !campaign || !person) return end ?? 'inactive'
  const lead = toLead(context, campaign, person)
  const isNew = await db.lead.store(lead, dayIn(campaign.timeZone, lead.visitedAt))
  return isNew ? `stored ${lead.id}` : 'known'
}

export const handler = consume('resolveVisits', { run })
