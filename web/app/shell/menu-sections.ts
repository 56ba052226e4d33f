// The menu in groups under names of their own: what is looked at, whom it is done for, and what it is set up with.
import type { MenuEntry, MenuLink } from '#shared/access/menu.ts'
import { pathTo } from '#shared/access/routes.ts'
import { productLines } from '#shared/model/company.ts'

const sectionNames = ['Products', 'Clients', 'Settings'] as const
export type SectionName = (typeof sectionNames)[number]
export type MenuSection = { name: SectionName; entries: MenuEntry[] }

/** What is not named here is a product, or belongs to one. */
const sectionOf: Record<string, SectionName> = {
  clientManagement: 'Clients',
  agencyList: 'Clients',
  administratorList: 'Settings',
  salesAccountList: 'Settings',
  roleList: 'Settings',
  generalSetting: 'Settings',
  optOutList: 'Settings',
  reportAnalytics: 'Settings',
  support: 'Settings',
}

/** The entries in their order, under the groups that have any. */
export function toSections(entries: readonly MenuEntry[]): MenuSection[] {
  return sectionNames
    .map((name) => ({ name, entries: entries.filter(({ id }) => (sectionOf[id] ?? 'Products') === name) }))
    .filter((section) => section.entries.length > 0)
}

const isLine = ({ id }: MenuLink) => productLines.some((line) => line === id)
const segmentOf = (path: string) => path.split('/')[1]

/** Whether a link opens the page, or one below it. A product's link stands for all pages of the product. */
export const isAt = (pathname: string, link: MenuLink): boolean =>
  'to' in link &&
  (pathname === link.to ||
    pathname.startsWith(`${link.to}/`) ||
    (isLine(link) && segmentOf(pathname) === segmentOf(link.to)))

const linksOf = (entry: MenuEntry): readonly MenuLink[] => ('children' in entry ? entry.children : [entry])

/** Pages that no menu lists, below what leads to them. */
const others: readonly [path: string, section: string][] = [
  ['/user/', 'Account'],
  [pathTo('roleList'), 'Settings'],
  [pathTo('integrations'), 'Settings'],
]

/** In which group of the menu a page stands. */
export function sectionAt(entries: readonly MenuEntry[], pathname: string): string | undefined {
  const section = toSections(entries).find(({ entries: own }) =>
    own.some((entry) => linksOf(entry).some((link) => isAt(pathname, link))),
  )
  return section?.name ?? others.find(([path]) => pathname.startsWith(path))?.[1]
}
