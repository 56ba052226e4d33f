import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.reports.underPerforming, async ({ db, company, permissions }) => {
  // View mode shows the page as such; the person who looks needs the right all the same.
  if (!permissions.reportAnalytics) throw refused('Your role does not let you see the analytics.')
  const agencyId = company.kind === 'client' ? (company.parentId ?? company.id) : company.id
  const rows = await db.weakCampaign.list(company.rootId, company.kind === 'root' ? undefined : agencyId)
  const shown = company.kind === 'client' ? rows.filter(({ companyId }) => companyId === company.id) : rows
  return {
    result: 'success' as const,
    data: shown
      .toSorted((a, b) => a.leads / a.minimumLeads - b.leads / b.minimumLeads || a.name.localeCompare(b.name))
      .map(({ number, name, companyName, agencyName, minimumLeads, leads }) => ({
        leadspeek_api_id: number,
        campaign_name: name,
        company_name: companyName,
        agency: agencyName,
        minimumLimitLeads: minimumLeads,
        leads_last_7_days: leads,
      })),
  }
})
