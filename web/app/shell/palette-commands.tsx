import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs'
import type { NavigateFunction } from 'react-router-dom'
import type { ActionId } from '#shared/access/admits.ts'
import { opens } from '#shared/access/guard.ts'
import { type MenuLink, settingsMenu, sidebar } from '#shared/access/menu.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import { pathTo } from '#shared/access/routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { built } from '../built.ts'
import { iconOf } from './icons.ts'
import type { Command } from './palette.tsx'

type Deps = {
  navigate: NavigateFunction
  onAction: (action: ActionId) => void
  toggleTheme: () => void
  startTour: () => void
}

const ICON = 18
const documents = [
  ['privacyPolicy', 'Privacy policy'],
  ['termOfUse', 'Terms of use'],
  ['serviceBillingAgreement', 'Service and billing agreement'],
] as const

/** Everything that the person's menus open, and what else can be done, as commands. */
export function paletteCommands(viewer: Viewer, { navigate, onAction, toggleTheme, startTour }: Deps): Command[] {
  const toCommand = (link: MenuLink, group: string, label = link.label): Command[] => {
    const Icon = iconOf(link.id)
    const base = { id: `${group}/${link.id}`, label, group }
    const icon = group === 'You' ? <IconUserCircle size={ICON} aria-hidden /> : <Icon size={ICON} aria-hidden />
    if ('to' in link) return [{ ...base, icon, run: () => navigate(link.to) }]
    if ('href' in link) return [{ ...base, icon, run: () => void window.open(link.href, '_blank', 'noreferrer') }]
    return [{ ...base, icon, run: () => onAction(link.action) }]
  }
  const configuration = settingsMenu(viewer, built).items
  const isConfiguration = ({ id }: MenuLink) => configuration.some((item) => item.id === id)
  const pages = sidebar(viewer, built).flatMap((entry) =>
    'children' in entry
      ? entry.children.flatMap((child) => toCommand(child, 'Pages', `${entry.label}: ${child.label}`))
      : isConfiguration(entry)
        ? []
        : toCommand(entry, 'Pages'),
  )
  return [
    ...pages,
    ...configuration.flatMap((link) => toCommand(link, 'Settings')),
    ...profileMenu(viewer, built).flatMap((link) => toCommand(link, 'You')),
    {
      id: 'theme',
      label: 'Switch between light and dark',
      group: 'You',
      keywords: 'theme colour dark light mode',
      icon: <IconMoon size={ICON} aria-hidden />,
      run: toggleTheme,
    },
    {
      id: 'tour',
      label: 'Take the guided tour',
      group: 'Help',
      icon: <IconBook size={ICON} aria-hidden />,
      run: startTour,
    },
    ...documents.flatMap(([id, label]) =>
      opens(viewer, pathTo(id), built)
        ? [
            {
              id,
              label,
              group: 'Help',
              icon: <IconFileText size={ICON} aria-hidden />,
              run: () => navigate(pathTo(id)),
            },
          ]
        : [],
    ),
  ]
}
