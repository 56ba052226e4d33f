import AgencyListPage from '../features/companies/agency-list-page.tsx'
import { usePricing } from '../features/pricing/use-pricing.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with what other parts of the application add to its rows, and the way into people's views. */
export default function AgencyList() {
  const pricing = usePricing()
  return (
    <>
      <AgencyListPage onViewAs={useViewMode().begin} more={pricing.actionsOf} />
      {pricing.dialog}
    </>
  )
}
