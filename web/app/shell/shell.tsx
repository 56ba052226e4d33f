import '../../theme/styles-rest.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SWRConfig } from 'swr'
import type { ActionId } from '#shared/access/admits.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { signOut, type UserData } from '../../api/session.ts'
import { MobileDrawer } from './mobile-drawer.tsx'
import { Notices } from './notices.tsx'
import { SessionEnded } from './session-ended.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const ExclusionList = lazy(() => import('../../features/exclusions/exclusion-list.tsx'))

/** Where the focus goes back to: the person's menu, or on a phone the button that opens the drawer with it. */
function focusMenuButton() {
  const buttons = document.querySelectorAll<HTMLElement>('[data-opens-menu]')
  for (const button of buttons) if (button.offsetParent !== null) return button.focus()
}

type Props = { viewer: Viewer; user: UserData; hasSetup: boolean; hasEnded: boolean; children: ReactNode }

/** The frame around every page behind sign-in. One cache for each person: nothing of the last one is ever shown to the next. */
export default function Shell({ viewer, user, hasSetup, hasEnded, children }: Props) {
  const [cache] = useState(() => new Map())
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [action, setAction] = useState<ActionId | null>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes.
  useEffect(() => setDrawerOpen(false), [pathname])

  const start = async (chosen: ActionId) => {
    setDrawerOpen(false)
    if (chosen !== 'logOut') return setAction(chosen)
    await signOut()
    navigate('/login', { replace: true })
  }
  const finish = () => {
    setAction(null)
    focusMenuButton()
  }
  const sidebar = { viewer, user, onAction: (chosen: ActionId) => void start(chosen) }

  return (
    <SWRConfig value={{ provider: () => cache }}>
      <ModalsProvider>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <div className={classes.frame}>
          <aside className={classes.sidebar} data-surface="sidebar">
            <Sidebar {...sidebar} />
          </aside>
          <div className={classes.page}>
            <TopBar user={user} onMenu={() => setDrawerOpen(true)} />
            <main id="content" className={classes.content} tabIndex={-1} data-surface="template">
              <Notices viewer={viewer} hasSetup={hasSetup} />
              {children}
            </main>
          </div>
        </div>
        <MobileDrawer {...sidebar} opened={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
        <Suspense fallback={null}>{action === 'clientExclusionList' && <ExclusionList onClose={finish} />}</Suspense>
        <SessionEnded opened={hasEnded} />
        <Notifications />
      </ModalsProvider>
    </SWRConfig>
  )
}
