import ClientManagementPage from '../features/companies/client-management-page.tsx'
import { useViewMode } from './use-view-mode.ts'

/** The list with the way into people's views, which only the application knows. */
export default function ClientManagement() {
  return <ClientManagementPage onViewAs={useViewMode().begin} />
}
