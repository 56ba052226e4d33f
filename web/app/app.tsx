import { BrowserRouter } from 'react-router-dom'
import { type Tenant, TenantContext } from '../api/tenant.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Announcer } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Screen } from './screen.tsx'

/** Everything that surrounds the screens: brand, tenant, addresses, and what to show when all else fails. */
export function App({ tenant }: { tenant: Tenant }) {
  return (
    <ThemeProvider brand={tenant.data.brand}>
      <TenantContext value={tenant}>
        <ErrorBoundary>
          <BrowserRouter>
            <Announcer>
              <Screen />
            </Announcer>
          </BrowserRouter>
        </ErrorBoundary>
      </TenantContext>
    </ThemeProvider>
  )
}
