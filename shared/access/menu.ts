// The sidebar and the settings dropdown. An entry that opens a page is shown only if the guard would show that page.
import type { ActionId } from './admits.ts'
import { isConnected } from './connection.ts'
import { opens } from './guard.ts'
import { type Line, linesOf } from './lines.ts'
import { type FixedRouteId, findLineRoute, fixedRoute, type Route } from './routes.ts'
import { agencyPaymentFailed, hasCardSetUp, isAgency, permissionsOf, type Viewer } from './viewer.ts'

/** Opens a page of ours, starts an action, or leaves to another site in a new tab. */
export type MenuTarget = { to: string } | { action: ActionId } | { href: string }
export type MenuLink = { id: string; label: string; badge?: 'Beta' } & MenuTarget
export type MenuGroup = { id: string; label: string; children: MenuLink[] }
export type MenuEntry = MenuLink | MenuGroup

/** Work on leads and clients needs a card, a connected account and no failed payment; clients depend on their agency's account. */
function isInBusiness(viewer: Viewer): boolean {
  if (viewer.userType === 'client') return isConnected(viewer)
  if (!isAgency(viewer)) return true
  const isFree = viewer.isViewing || !agencyPaymentFailed(viewer)
  return hasCardSetUp(viewer) && isConnected(viewer) && isFree
}

/** Campaign and banner pages of a client depend on its modules alone. */
const mayPlan = (viewer: Viewer) => !viewer.isSystemUser && (viewer.userType === 'client' || isInBusiness(viewer))

function pageLink(viewer: Viewer, route: Route | undefined): MenuLink[] {
  if (!route?.itemName || !opens(viewer, route.path)) return []
  return [{ id: route.id, label: route.itemName, to: route.path }]
}

function pageLinks(viewer: Viewer, ids: readonly FixedRouteId[]): MenuLink[] {
  return ids.flatMap((id) => pageLink(viewer, fixedRoute(id)))
}

function group(id: string, label: string, children: MenuLink[]): MenuGroup[] {
  return children.length > 0 ? [{ id, label, children }] : []
}

/** The first line's dashboard; the local line comes first unless the tenant lacks it. */
function dashboard(viewer: Viewer, [first]: readonly Line[]): MenuLink[] {
  return first ? pageLink(viewer, findLineRoute(viewer.modules, 'lineDashboard', first.line)) : []
}

/** A line under the tenant's own name. It opens the campaigns, or the dashboard for clients who may not add any. */
function lineLink(viewer: Viewer, { line, name }: Line): MenuLink[] {
  const pages = (['lineCampaignManagement', 'lineDashboard'] as const).map((id) =>
    findLineRoute(viewer.modules, id, line),
  )
  const [link] = pages.flatMap((page) => pageLink(viewer, page))
  if (!link) return []
  const entry: MenuLink = { ...link, id: line, label: name }
  return [line === 'b2b' && viewer.betas.b2b.isBeta ? { ...entry, badge: 'Beta' } : entry]
}

function configuration(viewer: Viewer): MenuLink[] {
  // Sales people of a root count as system users for addresses, but these two lists are not their work.
  const isOperator = viewer.isSystemUser && viewer.userType !== 'sales'
  const ids: FixedRouteId[] = [
    // Operators may look at what agencies sent; it is no work of theirs.
    ...(isInBusiness(viewer) && !viewer.isSystemUser ? (['dataEnrichment'] as const) : []),
    ...(isInBusiness(viewer) ? (['clientManagement'] as const) : []),
    'agencyList',
    'administratorList',
    ...(isOperator ? (['salesAccountList'] as const) : []),
    'generalSetting',
    ...(isOperator ? (['optOutList'] as const) : []),
    'reportAnalytics',
  ]
  return pageLinks(viewer, ids)
}

/** Help is the root's own offer to the agencies on its platform; only web addresses are ever linked. */
function support(viewer: Viewer): MenuLink[] {
  const href = viewer.supportUrl
  if (!href || !/^https?:\/\//i.test(href) || !viewer.isPlatformRootAgency || !isAgency(viewer)) return []
  return [{ id: 'support', label: 'Support', href }]
}

/** The two groups around campaigns. Clients are listed with the banners only as long as there are banners. */
function plans(viewer: Viewer): MenuGroup[] {
  const { adsDesign, leads } = permissionsOf(viewer).modules
  // Who may make nothing is not led to a page that says so.
  const banners = pageLinks(viewer, [...(adsDesign.create ? (['bannerCreate'] as const) : []), 'bannerList'])
  const clients = pageLinks(viewer, ['client'])
  const setup = leads.create ? (['campaignSetup'] as const) : []
  const campaigns = pageLinks(viewer, ['campaign', ...setup, 'audience', 'keywordCounts'])
  return [
    ...group('adsDesign', 'Ads Design', banners.length > 0 ? [...banners, ...clients] : []),
    ...group('campaign', 'Campaign', [...campaigns, ...clients]),
  ]
}

/** The sidebar from top to bottom. Groups without an open page are left out. */
export function sidebar(viewer: Viewer): MenuEntry[] {
  const lines = isInBusiness(viewer) ? linesOf(viewer.modules) : []
  return [
    ...dashboard(viewer, lines),
    ...(mayPlan(viewer) ? plans(viewer) : []),
    ...lines.flatMap((line) => lineLink(viewer, line)),
    ...configuration(viewer),
    ...support(viewer),
  ]
}

/** The settings dropdown: the configuration links of the sidebar once more. */
export function settingsMenu(viewer: Viewer): { title: string; items: MenuLink[] } {
  return { title: 'System Settings', items: configuration(viewer) }
}
