import type { Route } from '#shared/access/routes.ts'
import { HomePanel } from '../features/account/home/home-panel.tsx'
import LeadsPage from '../features/leads/leads-page.tsx'

/** The first page of agencies and clients: what a product brought, and beside it what waits for them. */
export default function Dashboard({ route }: { route: Route }) {
  return <LeadsPage route={route} aside={<HomePanel />} />
}
