// From what the wire says of a person to what guards and menus ask for.
import { fullPermissions, noBetas, type Permissions, type Viewer } from '#shared/access/viewer.ts'
import { toModuleRights } from '../api/module-entries.ts'
import type { Setup, UserData } from '../api/session-store.ts'
import type { Tenant } from '../api/tenant.ts'

type WirePermissions = UserData['userPermissions']

/** Without a list nothing is taken away; with one, a module that it does not name is off. */
const toPermissions = ({ reportAnalytics, modules }: WirePermissions): Permissions => ({
  modules: modules.length === 0 ? fullPermissions.modules : toModuleRights(modules),
  reportAnalytics,
})

function toModules(user: UserData): Viewer['modules'] {
  const lines = {
    local: { name: user.localName, url: user.localUrl },
    locator: { name: user.locatorName, url: user.locatorUrl },
    enhance: { name: user.enhanceName, url: user.enhanceUrl },
    b2b: { name: user.b2bName, url: user.b2bUrl },
  }
  return Object.fromEntries(Object.entries(lines).filter(([, { name, url }]) => name !== '' || url !== ''))
}

const toBeta = ({ isBeta, applyToAllAgency, isKept }: Setup['betaFeature']['b2b_module']) => ({
  isBeta,
  appliesToAllAgencies: applyToAllAgency,
  isKept: isKept ?? false,
})

const gateways: readonly string[] = ['', 'stripe', 'other'] satisfies Viewer['gateway'][]
// @NOTE the list above holds every member of the type.
const toGateway = (text: string) => (gateways.includes(text) ? (text as Viewer['gateway']) : 'other')

/** The person in front of the screen. Without a set-up check nothing of it is assumed, and nothing forced. */
export function toViewer(user: UserData, setup: Setup | null, { data }: Tenant): Viewer {
  return {
    userType: user.userType,
    isSystemUser: user.isSystemUser,
    isRootCompany: user.isRootCompany,
    isAccountExecutive: user.isAccountExecutive,
    isViewing: user.isViewMode,
    permissions: toPermissions(user.userPermissions),
    viewModePermissions: user.userPermissionsViewMode && toPermissions(user.userPermissionsViewMode),
    menuLeads: user.hasLeadsMenu,
    leadType: user.productLine === 'local' || user.productLine === 'locator' ? user.productLine : '',
    modules: toModules(user),
    disableClientAddCampaign: user.disableClientAddCampaign,
    setupChecked: setup !== null,
    setupComplete: setup?.isSetupComplete ?? false,
    profileSetupCompleted: user.profileSetupCompleted,
    hasCard: setup ? setup.hasCard : user.customerCardId !== '',
    manualBill: setup?.manualBill ?? user.manualBill,
    accessModule: setup?.accessModule ?? '',
    accessModuleAgency: setup?.accessModuleAgency ?? '',
    paymentStatusFailed: setup?.paymentStatusFailed ?? false,
    connectionState: setup?.connectionState ?? '',
    gateway: toGateway(setup?.paymentGateway ?? ''),
    packageId: setup?.packageId ?? '',
    chargesEnabled: setup?.chargesEnabled ?? user.chargesEnabled,
    payoutsEnabled: setup?.payoutsEnabled ?? user.payoutsEnabled,
    accountRequirements: data.accountRequirements,
    betas: setup
      ? { b2b: toBeta(setup.betaFeature.b2b_module), dataWallet: toBeta(setup.betaFeature.data_wallet) }
      : noBetas,
    isBetaCompany: setup?.isBeta ?? false,
    apiMode: setup?.apiMode ?? false,
    domainIsRootCompany: data.isRootCompany,
    ownSystem: data.rootId === user.companyParent,
    isPlatformRootAgency: data.isPlatformAgency,
    supportUrl: data.supportUrl || null,
  }
}
