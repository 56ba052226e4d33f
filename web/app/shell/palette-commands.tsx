import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import type { ActionId } from '#shared/access/admits.ts'
import { opens } from '#shared/access/guard.ts'
import { type MenuLink, settingsMenu, sidebar } from '#shared/access/menu.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import { pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { Command } from './command.ts'
import { iconOf } from './icons.ts'
import { readRecents } from './recents.ts'

type Deps = {
  navigate: (to: string, label: string) => void
  /** The parts of the settings that the person has. */
  settings: readonly { id: string; label: string }[]
  onShortcuts: () => void
  onAction: (action: ActionId) => void
  toggleTheme: () => void
  startTour: () => void
}

const ICON = 18
const documents = [
  ['privacyPolicy', 'Privacy policy'],
  ['termOfUse', 'Terms of use'],
  ['serviceBillingAgreement', 'Service and billing agreement'],
  ['licences', 'Licences'],
] as const

/** Pages that no menu has. */
const ownPages = [
  ['invoices', 'Invoices'],
  ['auditLog', 'Audit log'],
] as const

/** Where the person was last, first of all. */
export const recentCommands = (userId: string, navigate: Deps['navigate']): Command[] =>
  readRecents(userId).map(({ to, label }) => ({
    id: `recent/${to}`,
    label,
    group: 'Recent',
    icon: <IconHistory size={ICON} aria-hidden />,
    run: () => navigate(to, label),
  }))

/** Everything that the person's menus open, and what else can be done, as commands. */
export function paletteCommands(
  viewer: Viewer,
  { navigate, settings, onShortcuts, onAction, toggleTheme, startTour }: Deps,
): Command[] {
  const toCommand = (link: MenuLink, group: string, label = link.label): Command[] => {
    const Icon = iconOf(link.id)
    // A page may stand in two menus, under the name of each.
    const base = { id: `${group}/${link.id}/${label}`, label, group }
    const icon = group === 'You' ? <IconUserCircle size={ICON} aria-hidden /> : <Icon size={ICON} aria-hidden />
    if ('to' in link) return [{ ...base, icon, run: () => navigate(link.to, label) }]
    if ('href' in link) return [{ ...base, icon, run: () => void window.open(link.href, '_blank', 'noreferrer') }]
    return [{ ...base, icon, run: () => onAction(link.action) }]
  }
  const configuration = settingsMenu(viewer).items
  const isConfiguration = ({ id }: MenuLink) => configuration.some((item) => item.id === id)
  const pages = sidebar(viewer).flatMap((entry) =>
    'children' in entry
      ? entry.children.flatMap((child) => toCommand(child, 'Pages', `${entry.label}: ${child.label}`))
      : isConfiguration(entry)
        ? []
        : toCommand(entry, 'Pages'),
  )
  return [
    ...pages,
    ...configuration.flatMap((link) => toCommand(link, 'Settings')),
    ...(configuration.some(({ id }) => id === 'generalSetting')
      ? settings.map(({ id, label }) => ({
          id: `Settings/${id}`,
          label: `${label} settings`,
          group: 'Settings',
          icon: <IconSettings size={ICON} aria-hidden />,
          run: () => navigate(`${pathTo('generalSetting')}?tab=${id}`, `${label} settings`),
        }))
      : []),
    ...profileMenu(viewer).flatMap((link) => toCommand(link, 'You')),
    ...ownPages.flatMap(([id, label]) =>
      opens(viewer, pathTo(id))
        ? [
            {
              id: `You/${id}`,
              label,
              group: 'You',
              icon: <IconFileText size={ICON} aria-hidden />,
              run: () => navigate(pathTo(id), label),
            },
          ]
        : [],
    ),
    {
      id: 'theme',
      label: 'Switch between light and dark',
      group: 'You',
      keywords: 'theme colour dark light mode',
      icon: <IconMoon size={ICON} aria-hidden />,
      run: toggleTheme,
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Help',
      keywords: 'keys help',
      icon: <IconKeyboard size={ICON} aria-hidden />,
      run: onShortcuts,
    },
    {
      id: 'tour',
      label: 'Take the guided tour',
      group: 'Help',
      icon: <IconBook size={ICON} aria-hidden />,
      run: startTour,
    },
    ...documents.flatMap(([id, label]) =>
      opens(viewer, pathTo(id))
        ? [
            {
              id,
              label,
              group: 'Help',
              icon: <IconFileText size={ICON} aria-hidden />,
              run: () => navigate(pathTo(id), label),
            },
          ]
        : [],
    ),
  ]
}
