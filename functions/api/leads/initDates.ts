import { contracts } from '#shared/contracts/index.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { beginningOf } from '../../domain/reports/begin.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.leads.initDates, async ({ input, company, campaign, db, now }) => {
  const { scope } = readScope({ input, company, campaign })
  const { startDate, endDate, timeZone, hasLeads, next } = await beginningOf({ db, now }, scope)
  const about = next && 'campaign' in next ? next.campaign : undefined
  const at = next && 'at' in next ? next.at : undefined
  return {
    startdate: startDate,
    enddate: endDate,
    timezone: timeZone,
    has_leads: hasLeads ? ('T' as const) : ('F' as const),
    next: next
      ? {
          what: next.what,
          at: at === undefined ? null : new Date(at).toISOString(),
          leadspeek_api_id: about?.number ?? '',
          campaign_name: about?.name ?? '',
          company_id: about?.companyId ?? '',
        }
      : null,
  }
})
