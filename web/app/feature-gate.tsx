import { lazy, Suspense } from 'react'
import { takesPart } from '#shared/access/beta.ts'
import type { Route } from '#shared/access/routes.ts'
import { findLineRoute } from '#shared/access/routes.ts'
import { isAgency, type Viewer } from '#shared/access/viewer.ts'
import type { UserData } from '../api/session-store.ts'

const FeatureAgreement = lazy(() => import('../features/documents/feature-agreement.tsx'))

const b2b = { id: 'b2b_module', name: 'B2B', document: 'b2b-service-agreement' } as const
const gated: readonly string[] = ['lineCampaignManagement', 'lineCampaignManagementV1']

/** Asks agencies for their agreement before they use a product that is being tried out. Nobody is asked through other eyes. */
export function FeatureGate({ viewer, user, route }: { viewer: Viewer; user: UserData; route: Route }) {
  const isAsked =
    route.line === 'b2b' &&
    gated.includes(route.id) &&
    viewer.betas.b2b.isBeta &&
    takesPart(viewer.betas.b2b, viewer.isBetaCompany)
  if (!isAsked || viewer.isViewing || !isAgency(viewer)) return null
  const dashboard = findLineRoute(viewer.modules, 'lineDashboard', 'b2b')?.path ?? '/'
  return (
    <Suspense fallback={null}>
      <FeatureAgreement user={user} feature={b2b} dashboard={dashboard} />
    </Suspense>
  )
}
