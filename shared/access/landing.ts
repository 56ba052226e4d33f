// Where a person is taken when they name no page: after single sign-on by a numbered list, otherwise with system users and
// agencies first. Both fall back to the first page that is open, because a landing page must never be a 404.
import { type ProductLine, productLines } from '../model/company.ts'
import { admits } from './admits.ts'
import { type FixedRouteId, findLineRoute, fixedRoute, pathTo, type Route } from './routes.ts'
import { isAgency, menuIsOn, type Viewer } from './viewer.ts'

/** A page, or the dashboard of a product line. */
type Target = FixedRouteId | { dashboard: ProductLine }

const localDashboard: Target = { dashboard: 'local' }

/** The landing page after single sign-on. */
export function landingAfterSso(viewer: Viewer): string {
  return firstOpen(viewer, byNumberedRules(viewer))
}

/** The landing page of someone who is signed in and opens a visitors' page, and after signing in with a password. */
export function landingOfVisitor(viewer: Viewer): string {
  return firstOpen(viewer, byVisitorRules(viewer))
}

/** Where "Go to Homepage" leads. */
export function homepage(viewer: Viewer | null): string {
  return viewer ? landingOfVisitor(viewer) : pathTo('login')
}

function byNumberedRules(viewer: Viewer): Target {
  if (!viewer.profileSetupCompleted) return 'profileSetup'
  if (viewer.userType === 'client' && menuIsOn(viewer, 'leads') && viewer.leadType)
    return { dashboard: viewer.leadType }
  if (viewer.isSystemUser && viewer.userType === 'sales') return 'salesConnectAccount'
  if (viewer.isSystemUser && isAgencyType(viewer)) return 'agencyList'
  if (isAgency(viewer) && !isPaidOut(viewer)) return 'generalSetting'
  return localDashboard
}

function byVisitorRules(viewer: Viewer): Target {
  if (viewer.isSystemUser) return 'agencyList'
  if (!isAgencyType(viewer)) return byNumberedRules(viewer)
  if (!viewer.profileSetupCompleted) return 'profileSetup'
  return isPaidOut(viewer) ? localDashboard : 'generalSetting'
}

const isAgencyType = ({ userType }: Viewer) => userType === 'user' || userType === 'agency'
const isPaidOut = ({ chargesEnabled, payoutsEnabled }: Viewer) => chargesEnabled && payoutsEnabled

/** Tried in turn when the rule's page is closed to the viewer: their role or their tenant may lack it. */
const otherwise: readonly Target[] = [
  'agencyList',
  ...productLines.map((line) => ({ dashboard: line })),
  'clientManagement',
  'campaign',
  'generalSetting',
  'audience',
  'bannerList',
]

function firstOpen(viewer: Viewer, wanted: Target): string {
  for (const target of [wanted, ...otherwise]) {
    const route = toRoute(viewer, target)
    if (route && admits(viewer, route)) return route.path
  }
  return pathTo('profile')
}

function toRoute(viewer: Viewer, target: Target): Route | undefined {
  if (typeof target === 'string') return fixedRoute(target)
  return findLineRoute(viewer.modules, 'lineDashboard', target.dashboard)
}
