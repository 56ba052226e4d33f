import { onTimeMoved, timeNow } from '../api/server-time.ts'
import { sessionEvents } from '../api/session-events.ts'
import { useSession } from '../api/session-store.ts'
import { type Tenant, TenantContext, useTenantOf } from '../api/tenant.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { goBy } from '../ui/use-now.ts'
import { Entrance } from './entrance.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { usePageIcon } from './use-page-icon.ts'

// Times on screens go by the server's clock where this one is wrong.
goBy(timeNow)
onTimeMoved(() => goBy(timeNow))

sessionEvents.listen((event) => {
  if (event === 'lookEnded') void import('../api/view-mode.ts').then(({ goBack }) => goBack())
})

/** Everything that surrounds the screens: brand, tenant, and what to show when all else fails. */
export function App({ tenant: page }: { tenant: Tenant }) {
  const tenant = useTenantOf(page)
  const session = useSession()
  // Who signed in at an address above their own works under their own brand, and so does who looks through their eyes.
  const home = session.status === 'in' ? (session.view?.home ?? session.user.home) : undefined
  const shown = home ?? tenant
  usePageIcon(shown.data.brand)
  return (
    <ThemeProvider brand={shown.data.brand}>
      <TenantContext value={shown}>
        <ErrorBoundary frame="main">
          <Entrance />
        </ErrorBoundary>
      </TenantContext>
    </ThemeProvider>
  )
}
