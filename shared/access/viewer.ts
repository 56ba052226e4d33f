// What every guard, landing rule, notice and menu needs to know of the person in front of the screen, as plain data.
// In view mode all fields are those of the person looked at; only `isViewing` tells that somebody else looks.
import type { Company, ConnectionState } from '../model/company.ts'
import type { UserType } from '../model/user.ts'
import { type Beta, noBeta, takesPart } from './beta.ts'

/** The parts of the product that a role can switch on and off. */
export const menuModules = ['adsDesign', 'campaign', 'leads', 'settings'] as const
export type MenuModule = (typeof menuModules)[number]

export type ModulePermission = { enabled: boolean; create: boolean; update: boolean; delete: boolean }
export type Permissions = {
  modules: Readonly<Record<MenuModule, ModulePermission>>
  /** The one right outside the four modules: seeing the report analytics. */
  reportAnalytics: boolean
}

/** Names and URL segments of the product lines under a tenant's brand; an absent line is switched off. */
export type Modules = Company['modules']

/** What is tried out as a company meets it. `isKept`: it does not take part, but has something of it already. */
export type SeenBeta = Beta & { isKept?: boolean }

export type Viewer = {
  /** `user` and `agency` are both agency people, and also staff of a root. */
  userType: UserType
  /** Staff of the platform's owner. Sales staff of a root are system users too. */
  isSystemUser: boolean
  /** The viewer's own company is the root. */
  isRootCompany: boolean
  /** Only ever true for sales people. */
  isAccountExecutive: boolean
  /** Somebody else looks through this person's eyes. */
  isViewing: boolean
  permissions: Permissions
  /** What counts instead of `permissions` in view mode; null when nothing else was agreed. */
  viewModePermissions: Permissions | null
  /** The lead menu is switched on for this person's company. */
  menuLeads: boolean
  /** Which product line a client bought leads from first; decides their landing page. */
  leadType: '' | 'local' | 'locator'
  modules: Modules
  /** The client's agency keeps the making of campaigns to itself. */
  disableClientAddCampaign: boolean
  /** False when the set-up check could not be loaded: then nothing is forced, and the server alone refuses. */
  setupChecked: boolean
  setupComplete: boolean
  profileSetupCompleted: boolean
  /** A card stands on file. */
  hasCard: boolean
  /** The agency is billed by hand for its clients, so that these need neither card nor connected account. */
  manualBill: boolean
  /** A client's own payment failed. */
  accessModule: '' | 'paymentfailed'
  /** The agency's payment failed, as its access tells it. */
  accessModuleAgency: '' | 'paymentfailed'
  /** The agency's payment failed, as its billing tells it; either of the two is enough. */
  paymentStatusFailed: boolean
  /** The connected payment account: for clients their agency's, for sales people their own. */
  connectionState: ConnectionState
  gateway: Company['paymentGateway']
  packageId: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What the payment provider still asks of the connected account. */
  accountRequirements: readonly string[]
  betas: { b2b: SeenBeta; dataWallet: SeenBeta }
  /** The viewer's company takes part in betas. */
  isBetaCompany: boolean
  apiMode: boolean
  /** The page's host belongs to the platform's root. */
  domainIsRootCompany: boolean
  /** The page's host is the system that the viewer's company belongs to. */
  ownSystem: boolean
  /** The page's host is an agency directly below the root. */
  isPlatformRootAgency: boolean
  /** Where the root gives help; null when it names no place. */
  supportUrl: string | null
}

const all: ModulePermission = { enabled: true, create: true, update: true, delete: true }
const none: ModulePermission = { enabled: false, create: false, update: false, delete: false }

/** Nothing is tried out. */
export const noBetas: Viewer['betas'] = {
  b2b: { ...noBeta, isKept: false },
  dataWallet: { ...noBeta, isKept: false },
}

/** What people without a role have: roles only ever take away. Report analytics is given by name alone. */
export const fullPermissions: Permissions = {
  modules: { adsDesign: all, campaign: all, leads: all, settings: all },
  reportAnalytics: false,
}
export const noPermissions: Permissions = {
  modules: { adsDesign: none, campaign: none, leads: none, settings: none },
  reportAnalytics: false,
}

/** Agency owner or staff. System users carry the same types, but their own rules come first. */
export function isAgency(viewer: Viewer): boolean {
  return !viewer.isSystemUser && (viewer.userType === 'user' || viewer.userType === 'agency')
}

/** The permissions that count now: in view mode those agreed for it. */
export function permissionsOf(viewer: Viewer): Permissions {
  return viewer.isViewing && viewer.viewModePermissions ? viewer.viewModePermissions : viewer.permissions
}

/** Whether a module's menu is on. The lead menu has two switches, the role's and the company's, and needs both. */
export function menuIsOn(viewer: Viewer, module: MenuModule): boolean {
  return permissionsOf(viewer).modules[module].enabled && (module !== 'leads' || viewer.menuLeads)
}

/** Whether the need for a card is met. A client whose agency is billed by hand needs none. */
export function hasCardSetUp(viewer: Viewer): boolean {
  return viewer.hasCard || (viewer.userType === 'client' && viewer.manualBill)
}

/** Whether the viewer's agency failed to pay. Says nothing about clients and system users. */
export function agencyPaymentFailed(viewer: Viewer): boolean {
  return isAgency(viewer) && (viewer.accessModuleAgency === 'paymentfailed' || viewer.paymentStatusFailed)
}

/** Whether a client's own payment failed; a complete set-up means that it was settled since. */
export function clientPaymentFailed(viewer: Viewer): boolean {
  return viewer.userType === 'client' && !viewer.setupComplete && viewer.accessModule === 'paymentfailed'
}

/** Whether the viewer gets to see a feature that may be a beta. */
export function isOpenTo(viewer: Viewer, beta: SeenBeta): boolean {
  return takesPart(beta, viewer.isBetaCompany) || beta.isKept === true
}

/** The Data Wallet: of agencies with a system of their own, once it is open to them. */
export const hasWallet = (viewer: Viewer): boolean =>
  isAgency(viewer) && menuIsOn(viewer, 'settings') && viewer.ownSystem && isOpenTo(viewer, viewer.betas.dataWallet)
