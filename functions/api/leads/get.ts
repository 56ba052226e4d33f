import { seesDestination } from '#shared/access/destinations.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { toLeadRow, viewerOf } from '#shared/leads/row.ts'
import { timelineOf } from '#shared/leads/timeline.ts'
import { chosenTypes } from '../../domain/leads/types.ts'
import { handle } from '../../kit/handle.ts'
import { toLeadDetail, toTimeline } from '../../wire/leads/row.ts'

export default handle(contracts.leads.get, async ({ input, actor, company, campaign, db }) => {
  const { leadId: id, storedAt } = input
  const { companyId, id: campaignId } = campaign
  const [lead, deliveries, types] = await Promise.all([
    db.lead.find(campaign, { createdAt: Date.parse(storedAt), id }),
    db.delivery.listOfLead({ companyId, campaignId }, id),
    chosenTypes(db, campaign),
  ])
  if (!lead) throw notFound('lead')
  const viewer = viewerOf(actor)
  const row = toLeadRow(lead, campaign, company, viewer, types)
  const shown = deliveries.filter(({ destination }) => seesDestination(actor.role, destination, campaign))
  return {
    result: 'success' as const,
    data: toLeadDetail(row),
    leadspeek_api_id: campaign.number,
    campaign_name: campaign.name,
    company_name: company.name,
    timezone: campaign.timeZone,
    timeline: toTimeline(timelineOf(lead, row, shown, viewer)),
  }
})
