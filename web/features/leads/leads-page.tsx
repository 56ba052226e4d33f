import type { ReactNode } from 'react'
import type { Route } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import { useMe } from '../../api/session-store.ts'
import { LeadDashboard } from './dashboard.tsx'

const what: Record<ProductLine, string> = {
  local: 'People who visited your website and could be identified.',
  locator: 'People who searched for what you offer.',
  enhance: 'People of your own lists, with what else is known of them.',
  b2b: 'People at the companies you want to reach.',
}

/** What a product brought a client, or the clients of an agency. */
export default function LeadsPage({ route, aside }: { route: Route; aside?: ReactNode }) {
  const me = useMe()
  const { line = 'local' } = route
  return <LeadDashboard key={line} route={route} title={lineNamesOf(me)[line]} description={what[line]} aside={aside} />
}
