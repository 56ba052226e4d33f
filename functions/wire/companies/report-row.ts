import { type AgencyNumbers, toReport } from '../../domain/companies/agencies-report.ts'

/** An agency's line of the report as the wire names it. */
export function toReportRow(numbers: AgencyNumbers) {
  const { companyId, companyName, activeCampaigns, paymentStatus, ...rest } = toReport(numbers)
  return {
    ...rest,
    company_id: companyId,
    company_name: companyName,
    active_campaigns: activeCampaigns,
    payment_status: paymentStatus,
  }
}
