import type { Route } from '#shared/access/routes.ts'
import { HomePanel } from '../features/account/home-panel.tsx'
import LeadsPage from '../features/leads/leads-page.tsx'

/** The first page of agencies and clients: what waits for them, above what a product brought. */
export default function Dashboard({ route }: { route: Route }) {
  return <LeadsPage route={route} top={<HomePanel />} />
}
