// Whether a page is for this person at all. Who is not admitted sees the 404 page, so that nothing tells that it exists.
import type { Route } from './routes.ts'
import { isOpenTo, menuIsOn, type Viewer } from './viewer.ts'

/** Buttons of a menu that open no page. */
const actionIds = ['dataWallet', 'developer', 'clientExclusionList', 'changePassword', 'twoFactor', 'logOut'] as const
export type ActionId = (typeof actionIds)[number]

/** Whether kind of user, module permission, beta and the page's own condition let the viewer in. */
export function admits(viewer: Viewer, route: Route): boolean {
  if (route.userTypes && !route.userTypes.includes(viewer.userType)) return false
  if (route.menu && !menuIsOn(viewer, route.menu)) return false
  if (route.line === 'b2b' && !isOpenTo(viewer, viewer.betas.b2b)) return false
  return route.only?.(viewer) ?? true
}
