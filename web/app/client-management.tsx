import ClientManagementPage from '../features/companies/client-management-page.tsx'
import { DefaultPrices } from '../features/pricing/default-prices.tsx'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with what other parts of the application add to its rows, and the way into people's views. */
export default function ClientManagement() {
  const pricing = usePricing()
  return (
    <>
      <ClientManagementPage onViewAs={useViewMode().begin} more={pricing.actionsOf} tools={<DefaultPrices />} />
      {pricing.dialog}
    </>
  )
}
