// Whether a page is for this person at all. Who is not admitted sees the 404 page, so that nothing tells that it exists.
import type { Route, RouteId } from './routes.ts'
import { isOpenTo, menuIsOn, type Viewer } from './viewer.ts'

/** Buttons of a menu that open no page. */
export const actionIds = [
  'dataWallet',
  'developer',
  'clientExclusionList',
  'changePassword',
  'twoFactor',
  'sessions',
  'logOut',
] as const
export type ActionId = (typeof actionIds)[number]

/** What the application provides. A page outside it does not exist: it is neither shown nor linked. */
export type Built = ReadonlySet<RouteId | ActionId>

/** Whether something was built; without a list everything was. */
export function isBuilt(id: RouteId | ActionId, built: Built | undefined): boolean {
  return built?.has(id) ?? true
}

/** Whether kind of user, module permission, beta and the page's own condition let the viewer in. */
export function admits(viewer: Viewer, route: Route): boolean {
  if (route.userTypes && !route.userTypes.includes(viewer.userType)) return false
  if (route.menu && !menuIsOn(viewer, route.menu)) return false
  if (route.line === 'b2b' && !isOpenTo(viewer, viewer.betas.b2b)) return false
  return route.only?.(viewer) ?? true
}
