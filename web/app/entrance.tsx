// What is loaded first. Anybody who comes to sign in gets the login page and nothing else; router, guards and frame follow
// once they send the form.
import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import LoginPage from '../features/session/login-page.tsx'
import { loadPage } from './load-page.ts'
import { ShellSkeleton, VisitorSkeleton } from './page-skeleton.tsx'
import { ReadingFrame } from './reading-frame.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

const loadRouted = () => import('./routed-app.tsx')
const RoutedApp = loadPage(loadRouted)
const prepare = async (isRoot: boolean) => (await loadRouted()).prepare(isRoot)
const isLoginAddress = () => location.pathname === '/' || location.pathname === '/login'
/** Texts that stand below the tenant's face, and not beside it. The table of pages would be too much to load before anything is seen. */
export const texts: readonly string[] = [
  '/privacy-policy',
  '/term-of-use',
  '/service-billing-agreement',
  '/marketing-services-agreement-developer',
  '/developers',
  '/licences',
]

/** The frame of what is on its way, so that nothing moves when it comes. */
function Waiting({ isVisitor }: { isVisitor: boolean }) {
  if (!isVisitor) return <ShellSkeleton />
  const isText = texts.includes(location.pathname.replace(/\/$/, ''))
  const Frame = isText ? ReadingFrame : VisitorFrame
  return (
    <Frame>
      <VisitorSkeleton isText={isText} />
    </Frame>
  )
}

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
    <Suspense fallback={<Waiting isVisitor={status === 'out'} />}>
      <RoutedApp />
    </Suspense>
  )
}
