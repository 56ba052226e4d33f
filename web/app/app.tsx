import { type Tenant, TenantContext } from '../api/tenant.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Entrance } from './entrance.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** Everything that surrounds the screens: brand, tenant, and what to show when all else fails. */
export function App({ tenant }: { tenant: Tenant }) {
  return (
    <ThemeProvider brand={tenant.data.brand}>
      <TenantContext value={tenant}>
        <ErrorBoundary frame="main">
          <Entrance />
        </ErrorBoundary>
      </TenantContext>
    </ThemeProvider>
  )
}
