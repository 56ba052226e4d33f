import type { Route } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { LeadDashboard } from './dashboard.tsx'
import { nameOf } from './line-name.ts'

/** The leads of all campaigns of a product, for administrators. */
export default function LeadsManagementPage({ route }: { route: Route }) {
  const me = useMe()
  const { line = 'local' } = route
  return (
    <LeadDashboard
      key={line}
      route={route}
      title={`${nameOf(line, me)} leads`}
      description="What the campaigns of this product have found."
    />
  )
}
