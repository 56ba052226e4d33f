import AgencyListPage from '../features/companies/agency-list-page.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with the way into people's views, which only the application knows. */
export default function AgencyList() {
  return <AgencyListPage onViewAs={useViewMode().begin} />
}
