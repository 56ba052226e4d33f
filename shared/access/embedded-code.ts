// On which pages a tenant's own code may run: never where people log in, prove who they are or enter a card, and never while
// somebody looks through other eyes.
import type { RouteArea } from './route-table.ts'
import type { Route, RouteId } from './routes.ts'
import type { Viewer } from './viewer.ts'

const closedAreas: readonly RouteArea[] = ['session', 'billing']
/** Pages of other areas that ask for a password, a card or a bank account, and the settings, where the code itself is mended. */
const closedPages: readonly RouteId[] = [
  'downloadAuth',
  'profile',
  'profileSetup',
  'profileSetupV1',
  'salesConnectAccount',
  'generalSetting',
]

/** Whether code of the tenant's own may stand on this page for this person; null is somebody who is not signed in. */
export function mayRunOwnCode(viewer: Viewer | null, route: Route): boolean {
  if (viewer?.isViewing) return false
  return !closedAreas.includes(route.area) && !closedPages.includes(route.id)
}
