// What is loaded first. Anybody who comes to sign in gets the login page and nothing else; router, guards and frame follow
// once they send the form.
import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import LoginPage from '../features/session/login-page.tsx'
import { loadPage } from './load-page.ts'
import { ShellSkeleton } from './page-skeleton.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

const loadRouted = () => import('./routed-app.tsx')
const RoutedApp = loadPage(loadRouted)
const prepare = async (isRoot: boolean) => (await loadRouted()).prepare(isRoot)
const isLoginAddress = () => location.pathname === '/' || location.pathname === '/login'

/** Once the router is there it stays, also for the next sign-in. */
export function Entrance() {
  const { status } = useSession()
  const { data } = useTenant()
  const [isLogin, setLogin] = useState(() => status === 'out' && isLoginAddress())
  useEffect(() => {
    if (!isLogin) return
    document.title = `Log in · ${data.brand.name}`
    if (location.pathname === '/') history.replaceState(history.state, '', '/login')
  }, [isLogin, data])
  useEffect(() => {
    if (status !== 'out') setLogin(false)
  }, [status])

  if (isLogin) {
    return (
      <VisitorFrame>
        <LoginPage onSending={() => void prepare(data.isRootCompany).catch(() => undefined)} />
      </VisitorFrame>
    )
  }
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <RoutedApp />
    </Suspense>
  )
}
