import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { mayRunOwnCode } from '#shared/access/embedded-code.ts'
import { afterSignIn, type Decision, decide } from '#shared/access/guard.ts'
import { landingAfterSso } from '#shared/access/landing.ts'
import { findLineRoute, isLineRoute, type Route } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { loadSession } from '../api/session.ts'
import { type Session, useSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { Arrival } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import { FeatureGate } from './feature-gate.tsx'
import { NotFound } from './not-found.tsx'
import { OwnCode } from './own-code.tsx'
import { PageSkeleton, ShellSkeleton, VisitorSkeleton } from './page-skeleton.tsx'
import { pages, preloadPage } from './pages.ts'
import { ReadingFrame } from './reading-frame.tsx'
import { toViewer } from './viewer.ts'
import { VisitorFrame } from './visitor-frame.tsx'

const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(loadShell)
const SecondStepGate = lazy(() => import('./second-step-gate.tsx'))

/** What stands at the present address for the present person: the guard decides, this only draws it. */
export function Screen() {
  const session = useSession()
  const tenant = useTenant()
  const location = useLocation()
  const viewer = useMemo(() => viewerOf(session, tenant), [session, tenant])
  // Whose address it is that somebody signs in again at.
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (session.status === 'in') last.current = session.user.id
  }, [session])
  const shown = useRef<Shown>(undefined)
  if (session.status === 'loading') {
    // What fails now is told when it is drawn.
    loadShell().catch(() => undefined)
    preloadPage(location.pathname, tenant.sideMenu)
    return <ShellSkeleton />
  }
  if (session.status === 'failed') {
    return (
      <main>
        <ErrorPage error={session.error} onRetry={() => void loadSession()} />
      </main>
    )
  }

  if (session.status === 'in' && session.setup?.secondStepDue && !session.ended) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <SecondStepGate userId={session.user.id} />
      </Suspense>
    )
  }

  const decided = decide(viewer, location.pathname, tenant.sideMenu)
  const to = decided.kind === 'notFound' && viewer && movedTo(viewer, shown.current, location)
  const decision: Decision = to ? { kind: 'redirect', to } : decided
  if (decision.kind === 'show') shown.current = { path: location.pathname, route: decision.route }
  if (decision.kind === 'redirect') {
    const { from, of, landing }: { from?: unknown; of?: unknown; landing?: unknown } = location.state ?? {}
    const isOwn = of === undefined || (session.status === 'in' && of === session.user.id)
    const isBack = viewer !== null && typeof from === 'string' && isOwn
    const usual = viewer && landing === 'sso' ? landingAfterSso(viewer) : decision.to
    const to = isBack ? afterSignIn(viewer, from) : usual
    const state = viewer || location.pathname === '/' ? null : { from: addressOf(location), of: last.current }
    // It leads on a moment later, in which nothing else would be there.
    return (
      <>
        {viewer ? (
          <ShellSkeleton />
        ) : (
          <VisitorFrame>
            <VisitorSkeleton isText={false} />
          </VisitorFrame>
        )}
        <Navigate key={location.key} to={to} replace state={state} />
      </>
    )
  }
  const route = decision.kind === 'show' ? decision.route : null
  const hasOwnCode = route !== null && mayRunOwnCode(viewer, route)
  const isText = route?.area === 'public'
  const page = (
    <>
      {hasOwnCode && <OwnCode at="above" route={route} />}
      <ErrorBoundary key={location.pathname}>
        <Suspense fallback={viewer ? <PageSkeleton id={route?.id} /> : <VisitorSkeleton isText={isText} />}>
          {route ? <Page route={route} /> : <NotFound viewer={viewer} />}
          <Arrival path={location.pathname} />
        </Suspense>
      </ErrorBoundary>
      {hasOwnCode && <OwnCode at="below" route={route} />}
    </>
  )
  if (!viewer || session.status !== 'in') {
    const Frame = isText ? ReadingFrame : VisitorFrame
    return <Frame>{page}</Frame>
  }
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Shell
        key={session.user.id}
        viewer={viewer}
        user={session.user}
        view={session.view}
        hasSetup={session.setup !== null}
        hasEnded={session.ended}
      >
        {page}
        {route && <FeatureGate viewer={viewer} user={session.user} route={route} />}
      </Shell>
    </Suspense>
  )
}

type Shown = { path: string; route: Route } | undefined

/** Where the page that was open just now stands since its agency gave its product another URL; undefined when it is gone. */
function movedTo({ modules }: Viewer, shown: Shown, { pathname, search }: { pathname: string; search: string }) {
  if (shown?.path !== pathname || !shown.route.line || !isLineRoute(shown.route.id)) return undefined
  const moved = findLineRoute(modules, shown.route.id, shown.route.line)
  return moved && moved.path !== pathname ? moved.path + search : undefined
}

function viewerOf(session: Session, tenant: ReturnType<typeof useTenant>): Viewer | null {
  return session.status === 'in' ? toViewer(session.user, session.setup, tenant) : null
}

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash

function Page({ route }: { route: Route }) {
  // The home only leads on.
  const Found = route.id === 'home' ? undefined : pages[route.id]
  return Found ? <Found route={route} /> : null
}
