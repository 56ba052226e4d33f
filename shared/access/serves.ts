// The server's side of the guard. A call that belongs to pages is refused to anybody who is refused all of them, so that nobody
// reaches behind a page what the page itself keeps from them.

import { productLines } from '../model/company.ts'
import { admits } from './admits.ts'
import { forcedPage } from './force.ts'
import { findLineRoute, fixedRoute, isLineRoute, type Route, type RouteId } from './routes.ts'
import type { Viewer } from './viewer.ts'

const because = {
  salesConnectAccount: 'Connect your payment account first.',
  cardSetting: 'A payment failed. Settle it under Card Setting to go on.',
  profileSetup: 'Complete your profile set-up first.',
} as const

/** The routes behind an id: a page of the product lines stands once for each line that the tenant has. */
function routesFor(viewer: Viewer, id: RouteId): Route[] {
  if (!isLineRoute(id)) return [fixedRoute(id)]
  return productLines.flatMap((line) => findLineRoute(viewer.modules, id, line) ?? [])
}

/**
 * Why a call that belongs to these pages is refused, as a sentence; null when at least one of them lets the viewer in.
 * That a page sends somebody on to another one is a matter of screens: it refuses nothing here.
 */
export function refusalForPages(viewer: Viewer, pages: readonly RouteId[]): string | null {
  const admitted = pages.filter((id) => routesFor(viewer, id).some((route) => admits(viewer, route)))
  if (admitted.length === 0) return 'You may not do this.'
  const forced = forcedPage(viewer)
  return forced && !admitted.includes(forced) ? because[forced] : null
}
