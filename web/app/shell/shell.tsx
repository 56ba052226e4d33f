import '../../theme/styles-rest.css'
import '../forget-notices.ts'
import { useHotkeys } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SWRConfig } from 'swr'
import type { ActionId } from '#shared/access/admits.ts'
import { linesOf } from '#shared/access/lines.ts'
import { sidebar } from '#shared/access/menu.ts'
import { findLineRoute, pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { fetchPart } from '../../api/fetch-part.ts'
import { passwordQuestion } from '../../api/password-question.ts'
import { signOut } from '../../api/session.ts'
import type { UserData, View } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { ViewBanner } from '../../features/account/view-banner.tsx'
import { SwitchBack } from '../../features/account/view-switch-back.tsx'
import { useScheme } from '../../theme/theme-provider.tsx'
import { mayLeave } from '../../ui/leave.ts'
import { parts } from '../../ui/parts.ts'
import { TrailFrame } from '../../ui/trail.tsx'
import { BrandMark } from '../brand-mark.tsx'
import { OwnCodeContext } from '../own-code.tsx'
import { tabsFor } from '../settings-tabs.ts'
import { useSetupCheck } from '../use-setup-check.ts'
import { useViewMode } from '../use-view-mode.ts'
import { Bell } from './bell.tsx'
import type { Job } from './job-words.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { sectionAt } from './menu-sections.ts'
import { MobileDrawer } from './mobile-drawer.tsx'
import { Notices } from './notices.tsx'
import { PaletteButton } from './palette-button.tsx'
import { paletteCommands, recentCommands } from './palette-commands.tsx'
import { noteRecent } from './recents.ts'
import { SettingsMenu } from './settings-menu.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { Tray } from './tray.tsx'
import { ViewControls } from './view-controls.tsx'

// A part that does not arrive although the server is there takes the page with it.
parts.fetch = fetchPart
passwordQuestion.ask = async () => (await import('./ask-password.tsx')).askPassword()

const SessionEnded = lazy(() => import('./session-ended.tsx'))
const Palette = lazy(() => import('./palette.tsx'))
const Shortcuts = lazy(() => import('./shortcuts.tsx'))
const GuidedTour = lazy(() => import('../../features/settings/guided-tour.tsx'))
const DataWallet = lazy(() => import('../data-wallet.tsx'))
const ExclusionList = lazy(() => import('../../features/exclusions/exclusion-list.tsx'))
const ChangePassword = lazy(() => import('../../features/account/change-password.tsx'))
const DeveloperDialog = lazy(() => import('../developer.tsx'))
const ViewAsDialog = lazy(() => import('../../features/account/view-as-dialog.tsx'))
const TwoFactorDialog = lazy(() => import('../../features/security/two-factor-dialog.tsx'))

/** Where the focus goes back to: the person's menu, or on a phone the button that opens the drawer with it. */
function focusMenuButton() {
  const buttons = document.querySelectorAll<HTMLElement>('[data-opens-menu]')
  for (const button of buttons) if (button.offsetParent !== null) return button.focus()
}

type Props = {
  viewer: Viewer
  user: UserData
  /** Who looks through the user's eyes, if anybody. */
  view: View | null
  hasSetup: boolean
  hasEnded: boolean
  children: ReactNode
}

/** The frame around every page behind sign-in. One cache for each person: nothing of the last one is ever shown to the next. */
export default function Shell({ viewer, user, view, hasSetup, hasEnded, children }: Props) {
  useSetupCheck()
  const [cache] = useState(() => new Map())
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [action, setAction] = useState<ActionId | null>(null)
  const [isChoosingView, setChoosingView] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [toursAsked, setToursAsked] = useState(0)
  const { toggle } = useScheme()
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  useHotkeys([['mod+K', () => setPaletteOpen(true)]], [])
  // Not while typing: the question mark is a letter there.
  useHotkeys([
    ['?', () => setShortcutsOpen(true)],
    ['shift+?', () => setShortcutsOpen(true)],
  ])
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const viewMode = useViewMode()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes.
  useEffect(() => setDrawerOpen(false), [pathname])

  // Always the same, so that the sidebar is not drawn anew with all that changes beside it.
  const start = useCallback(
    async (chosen: ActionId) => {
      setDrawerOpen(false)
      if (chosen !== 'logOut') return setAction(chosen)
      if (!(await mayLeave('page'))) return
      await signOut()
      navigate('/login', { replace: true })
    },
    [navigate],
  )
  const finish = () => {
    setAction(null)
    focusMenuButton()
  }
  const [firstLine] = linesOf(viewer.modules)
  const leadsPage = (firstLine && findLineRoute(viewer.modules, 'lineDashboard', firstLine.line)?.path) ?? '/'
  const openJobs = ({ kind, id }: Job) => {
    if (kind === 'exclusions' && user.userType === 'client') return void start('clientExclusionList')
    const places = {
      exclusions: user.isRootCompany ? pathTo('optOutList') : `${pathTo('generalSetting')}?tab=exclusions`,
      campaignExclusions: pathTo('campaign'),
      clients: pathTo('clientManagement'),
      agenciesReport: pathTo('agencyList'),
      leads: `${leadsPage}?file=${id}`,
    }
    navigate(places[kind])
  }
  const switchBack = () => void viewMode.end()
  const { rootId, masterId } = useTenant().data
  const go = (to: string, label: string) => {
    noteRecent(user.id, { to, label })
    void navigate(to)
  }
  const commands = () => [
    ...recentCommands(user.id, go),
    ...paletteCommands(viewer, {
      navigate: go,
      settings: tabsFor(user, rootId === masterId),
      onShortcuts: () => setShortcutsOpen(true),
      onAction: (chosen) => void start(chosen),
      toggleTheme: toggle,
      startTour: () => setToursAsked(toursAsked + 1),
    }),
  ]
  // During the set-up there is no menu to show, and no time for it.
  const isInSetup = pathname === pathTo('profileSetup') || pathname === pathTo('profileSetupV1')
  const menu = sidebar(viewer)
  const hasMenu = menu.length > 0
  const isBare = isInSetup && !hasMenu
  const frame = { viewer, user, onAction: start }

  return (
    <SWRConfig value={{ provider: () => cache }}>
      <ModalsProvider>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <TrailFrame section={sectionAt(menu, pathname)}>
          <div className={classes.frame} data-bare={isBare || undefined}>
            {!isBare && (
              <aside className={classes.sidebar} data-surface="sidebar">
                <Sidebar {...frame} />
              </aside>
            )}
            <div className={classes.page}>
              {view && <ViewBanner user={user} view={view} onSwitchBack={switchBack} />}
              <TopBar onMenu={() => setDrawerOpen(true)} mark={isBare && <BrandMark />}>
                <Tray onOpen={openJobs} />
                {!isBare && <Bell viewer={viewer} />}
                <PaletteButton onOpen={() => setPaletteOpen(true)} />
                <ViewControls
                  viewer={viewer}
                  user={user}
                  view={view}
                  onSwitchBack={switchBack}
                  onViewAs={() => setChoosingView(true)}
                />
                <SettingsMenu viewer={viewer} />
              </TopBar>
              <main id="content" className={classes.content} tabIndex={-1} data-surface="template">
                <Notices viewer={viewer} hasSetup={hasSetup} />
                <OwnCodeContext value={action === null && !isChoosingView && !hasEnded}>{children}</OwnCodeContext>
              </main>
            </div>
          </div>
        </TrailFrame>
        <MobileDrawer
          {...frame}
          opened={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          switchBack={view && <SwitchBack view={view} onSwitchBack={switchBack} />}
        />
        <Suspense fallback={null}>
          {isPaletteOpen && (
            <Palette
              commands={commands()}
              searcher={{ viewer, user, navigate: go }}
              onClose={() => setPaletteOpen(false)}
            />
          )}
          {areShortcutsOpen && <Shortcuts onClose={() => setShortcutsOpen(false)} />}
          <GuidedTour userId={user.id} startsItself={view === null && hasMenu && !isInSetup} asked={toursAsked} />
          {action === 'clientExclusionList' && <ExclusionList onClose={finish} />}
          {action === 'dataWallet' && <DataWallet user={user} isViewing={view !== null} onClose={finish} />}
          {action === 'changePassword' && <ChangePassword onClose={finish} />}
          {action === 'developer' && (
            <DeveloperDialog user={user} isSystemUser={viewer.isSystemUser} onClose={finish} />
          )}
          {isChoosingView && <ViewAsDialog onChoose={viewMode.begin} onClose={() => setChoosingView(false)} />}
          {action === 'twoFactor' && <TwoFactorDialog onClose={finish} />}
          {hasEnded && <SessionEnded email={view ? undefined : user.email} />}
        </Suspense>
        <LeaveGuard />
        <Notifications />
      </ModalsProvider>
    </SWRConfig>
  )
}
