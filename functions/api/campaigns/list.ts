import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.list, async ({ input, company, db }) => {
  const all = await db.campaign.list(company.id)
  const shown = all.filter(({ line }) => !input.line || line === input.line)
  const totals = await db.lead.countAll(
    company.id,
    shown.map(({ id }) => id),
  )
  return {
    data: shown.map((campaign) => ({
      id: campaign.id,
      campaign_name: campaign.name,
      leadspeek_type: campaign.line,
      status: campaign.status,
      site_url: campaign.siteUrl,
      timezone: campaign.timeZone,
      total_leads: totals.get(campaign.id) ?? 0,
      created_at: new Date(campaign.createdAt).toISOString(),
    })),
  }
})
