import type { Route } from '#shared/access/routes.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import { useMe } from '../../api/session-store.ts'
import { LeadDashboard } from './dashboard.tsx'

/** The leads of all campaigns of a product, for administrators. */
export default function LeadsManagementPage({ route }: { route: Route }) {
  const me = useMe()
  const { line = 'local' } = route
  return (
    <LeadDashboard
      key={line}
      route={route}
      title={`${lineNamesOf(me)[line]} leads`}
      description="What the campaigns of this product have found."
    />
  )
}
