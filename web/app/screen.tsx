import { lazy, Suspense, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { afterSignIn, decide } from '#shared/access/guard.ts'
import type { Route } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { loadSession, type Session, useSession } from '../api/session.ts'
import { useTenant } from '../api/tenant.ts'
import { Arrival } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFound } from './not-found.tsx'
import { PageSkeleton, ShellSkeleton } from './page-skeleton.tsx'
import { built, pages } from './pages.ts'
import { toViewer } from './viewer.ts'
import { VisitorFrame } from './visitor-frame.tsx'

const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(loadShell)

/** What stands at the present address for the present person: the guard decides, this only draws it. */
export function Screen() {
  const session = useSession()
  const tenant = useTenant()
  const location = useLocation()
  const viewer = useMemo(() => viewerOf(session, tenant), [session, tenant])
  if (session.status === 'loading') {
    void loadShell()
    return <ShellSkeleton />
  }
  if (session.status === 'failed') {
    return (
      <main>
        <ErrorPage error={session.error} onRetry={() => void loadSession()} />
      </main>
    )
  }

  const decision = decide(viewer, location.pathname, tenant.sidemenu, built)
  if (decision.kind === 'redirect') {
    const { from }: { from?: unknown } = location.state ?? {}
    const isBack = viewer !== null && typeof from === 'string'
    const to = isBack ? afterSignIn(viewer, from, built) : decision.to
    const state = viewer || location.pathname === '/' ? null : { from: addressOf(location) }
    return <Navigate to={to} replace state={state} />
  }
  const page = (
    <ErrorBoundary key={location.pathname}>
      <Suspense fallback={viewer && <PageSkeleton />}>
        {decision.kind === 'show' ? <Page route={decision.route} /> : <NotFound viewer={viewer} />}
        <Arrival path={location.pathname} />
      </Suspense>
    </ErrorBoundary>
  )
  if (!viewer || session.status !== 'in') return <VisitorFrame>{page}</VisitorFrame>
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Shell
        key={session.user.id}
        viewer={viewer}
        user={session.user}
        hasSetup={session.setup !== null}
        hasEnded={session.ended}
      >
        {page}
      </Shell>
    </Suspense>
  )
}

function viewerOf(session: Session, tenant: ReturnType<typeof useTenant>): Viewer | null {
  return session.status === 'in' ? toViewer(session.user, session.setup, tenant) : null
}

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash

function Page({ route }: { route: Route }) {
  const Found = pages[route.id]
  return Found ? <Found route={route} /> : null
}
