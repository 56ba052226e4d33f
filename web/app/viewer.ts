// From what the wire says of a person to what guards and menus ask for.
import {
  fullPermissions,
  type MenuModule,
  noPermissions,
  type Permissions,
  type Viewer,
} from '#shared/access/viewer.ts'
import type { Setup, UserData } from '../api/session-store.ts'
import type { Tenant } from '../api/tenant.ts'

type WirePermissions = UserData['user_permissions']

const moduleNames: Record<string, MenuModule> = {
  'Ads Design': 'adsDesign',
  Campaign: 'campaign',
  LeadsPeek: 'leads',
  Settings: 'settings',
}

/** Without a list nothing is taken away; with one, a module that it does not name is off. */
function toPermissions({ report_analytics, modules }: WirePermissions): Permissions {
  const named = modules.flatMap((entry) => {
    const module = moduleNames[entry.module_name]
    const rights = {
      enabled: entry.enable_permission === 'T',
      create: entry.create_permission === 'T',
      update: entry.update_permission === 'T',
      delete: entry.delete_permission === 'T',
    }
    return module ? [[module, rights] as const] : []
  })
  const base = modules.length === 0 ? fullPermissions.modules : noPermissions.modules
  return { modules: { ...base, ...Object.fromEntries(named) }, reportAnalytics: report_analytics === 'T' }
}

function toModules(user: UserData): Viewer['modules'] {
  const lines = {
    local: { name: user.leadlocalname, url: user.leadlocalurl },
    locator: { name: user.leadlocatorname, url: user.leadlocatorurl },
    enhance: { name: user.leadenhancename, url: user.leadenhanceurl },
    b2b: { name: user.leadb2bname, url: user.leadb2burl },
  }
  return Object.fromEntries(Object.entries(lines).filter(([, { name, url }]) => name !== '' || url !== ''))
}

const noBeta = { isBeta: false, appliesToAllAgencies: false }
const toBeta = (feature: Setup['betaFeature']['b2b_module'] | undefined) =>
  feature ? { isBeta: feature.is_beta, appliesToAllAgencies: feature.apply_to_all_agency } : noBeta

const gateways: readonly string[] = ['', 'stripe', 'other'] satisfies Viewer['gateway'][]
// @NOTE the list above holds every member of the type.
const toGateway = (text: string) => (gateways.includes(text) ? (text as Viewer['gateway']) : 'other')

/** The person in front of the screen. Without a set-up check nothing of it is assumed, and nothing forced. */
export function toViewer(user: UserData, setup: Setup | null, { data }: Tenant): Viewer {
  return {
    userType: user.user_type,
    isSystemUser: user.systemuser,
    isRootCompany: user.rootcomp === 'T',
    isAccountExecutive: user.isAccExecutive,
    isViewing: user.isViewMode,
    permissions: toPermissions(user.user_permissions),
    viewModePermissions: user.user_permissions_view_mode && toPermissions(user.user_permissions_view_mode),
    menuLeads: user.menuLeadspeek === 'T',
    leadType: user.leadspeek_type === 'local' || user.leadspeek_type === 'locator' ? user.leadspeek_type : '',
    modules: toModules(user),
    disableClientAddCampaign: user.disable_client_add_campaign === 'T',
    setupChecked: setup !== null,
    setupComplete: setup?.setupcomplete === 'T',
    profileSetupCompleted: user.profile_setup_completed === 'T',
    hasCard: setup ? setup.creditcardsetup : user.customer_card_id !== '',
    manualBill: (setup?.manual_bill ?? user.manual_bill) === 'T',
    accessModule: setup?.accessmodule ?? '',
    accessModuleAgency: setup?.accessmodule_agency ?? '',
    paymentStatusFailed: setup?.paymentStatusFailed ?? false,
    connectionState: setup?.accountconnected ?? '',
    gateway: toGateway(setup?.paymentgateway ?? ''),
    packageId: setup?.package_id ?? '',
    chargesEnabled: user.charges_enabled,
    payoutsEnabled: user.payouts_enabled,
    accountRequirements: data.account_requirements,
    betas: { b2b: toBeta(setup?.betaFeature.b2b_module), dataWallet: toBeta(setup?.betaFeature.data_wallet) },
    isBetaCompany: setup?.isBeta ?? false,
    apiMode: setup?.api_mode === 'T',
    domainIsRootCompany: data.rootcomp === 'T',
    ownSystem: data.idsys === user.company_parent,
    isPlatformRootAgency: data.agencyplatformroot === 'T',
    supportUrl: data.support_url || null,
  }
}
