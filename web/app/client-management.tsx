import ClientManagementPage from '../features/companies/client-management-page.tsx'
import { DefaultPrices } from '../features/pricing/default-prices.tsx'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useUnlock } from '../features/staff/use-unlock.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with what other parts of the application add to its rows, and the way into people's views. */
export default function ClientManagement() {
  const pricing = usePricing()
  const unlock = useUnlock()
  return (
    <>
      <ClientManagementPage
        onViewAs={useViewMode().begin}
        more={(row) => [...pricing.actionsOf(row), ...unlock.actionsOf(row)]}
        tools={<DefaultPrices />}
      />
      {pricing.dialog}
    </>
  )
}
