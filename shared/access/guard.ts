// What happens when a person opens an address. Order: is there such a page, is it for visitors or for people who are signed
// in, is it for this person, must they see another page first, does the page itself send them on.
import { admits } from './admits.ts'
import { forcedPage } from './force.ts'
import { landingOfVisitor } from './landing.ts'
import { redirectOf } from './redirects.ts'
import { findRoute, pathTo, type Route } from './routes.ts'
import type { Modules, Viewer } from './viewer.ts'

export type Decision = { kind: 'show'; route: Route } | { kind: 'redirect'; to: string } | { kind: 'notFound' }

const notFound: Decision = { kind: 'notFound' }
const redirect = (to: string): Decision => ({ kind: 'redirect', to })

/**
 * Decides about a path (without query and fragment). `modules` are those of the tenant the page was opened on; someone who is
 * signed in brings their own.
 */
export function decide(viewer: Viewer | null, path: string, modules: Modules): Decision {
  const route = findRoute(path, viewer?.modules ?? modules)
  if (!route) return notFound
  if (route.id === 'home') return redirect(viewer ? landingOfVisitor(viewer) : pathTo('login'))
  if (route.access === 'anyone') return { kind: 'show', route }
  if (!viewer) return route.access === 'visitor' ? { kind: 'show', route } : redirect(pathTo('login'))
  if (route.access === 'visitor') return redirect(landingOfVisitor(viewer))
  return decideSignedIn(viewer, route)
}

function decideSignedIn(viewer: Viewer, route: Route): Decision {
  if (!admits(viewer, route)) return notFound
  const forced = forcedPage(viewer)
  // The forced page itself is exempt from everything else, or it could send the person round in circles.
  if (forced && !route.isSafety) return route.id === forced ? { kind: 'show', route } : redirect(pathTo(forced))
  const to = redirectOf(viewer, route)
  return to ? redirect(to) : { kind: 'show', route }
}

/** Whether the viewer gets to see the page itself at this path. */
export function opens(viewer: Viewer, path: string): boolean {
  return decide(viewer, path, viewer.modules).kind === 'show'
}

/** Where a person goes after signing in with a password: to the address they first asked for, if it is a page of ours that opens. */
export function afterSignIn(viewer: Viewer, wanted: string | null): string {
  const path = wanted?.split(/[?#]/, 1)[0]
  if (!wanted || !path) return landingOfVisitor(viewer)
  const decision = decide(viewer, path, viewer.modules)
  const isReachable = decision.kind === 'show' && decision.route.access === 'signed-in'
  return isReachable ? wanted : landingOfVisitor(viewer)
}

/** What the page of an unknown path says; people who are not signed in see it in the frame of the sign-in page. */
export function notFoundText(viewer: Viewer | null): string {
  return viewer
    ? "The page you are looking for doesn't exist or has been moved."
    : 'The page you requested could not be found.'
}
