import { findLineRoute } from '#shared/access/routes.ts'
import { nameLead } from '#shared/leads/named.ts'
import { useTenant } from './tenant.ts'
import type { Output } from './terms.ts'

type Lead = Pick<
  Output<'payments.invoiceLeads'>['data'][number],
  'createdAt' | 'id' | 'campaignNumber' | 'companyId' | 'productLine'
>

/** Where a lead is shown with all that happened to it: over the list of its product. Undefined where that is on no page. */
export function useLeadPath(): (lead: Lead) => string | undefined {
  const { sideMenu } = useTenant()
  return (lead) => {
    const page =
      findLineRoute(sideMenu, 'lineDashboard', lead.productLine) ??
      findLineRoute(sideMenu, 'lineLeadsManagement', lead.productLine)
    return page && `${page.path}?${new URLSearchParams({ lead: nameLead(lead) })}`
  }
}
