// The person in front of a screen as the server knows them, so that it asks the guard the very question that the screen asks.
import type { Company } from '../model/company.ts'
import type { Role } from '../model/role.ts'
import type { User } from '../model/user.ts'
import { isBetaCompany } from './beta.ts'
import { bothAllow, modulesOfUser } from './modules.ts'
import { servingCompany, setupOf } from './setup.ts'
import { fullPermissions, noBetas, noPermissions, type Permissions, type Viewer } from './viewer.ts'

type Own = Pick<User, 'reportAnalytics' | 'usesOwnPermissions'>
type Holder = Own & Pick<User, 'userType' | 'roleId' | 'isDefaultAdmin'>

/** Report analytics is given by name alone: no role holds it. */
const mayAnalyse = ({ reportAnalytics, usesOwnPermissions }: Own) => usesOwnPermissions && reportAnalytics

const salesModules: Permissions['modules'] = {
  ...noPermissions.modules,
  settings: { enabled: true, create: true, update: true, delete: false },
}

/** What a person may do inside the modules. Everything is open until a role of their company narrows it. */
export function permissionsOfUser(user: Holder, roles: readonly Role[]): Permissions {
  return { modules: modulesOfUser(user, roles), reportAnalytics: mayAnalyse(user) }
}

/** What the person who took a person's place could do, as far as a role or a right of their own can take it away. */
export const stakeOf = (user: Holder, roles: readonly Role[]) => ({
  isDefaultAdmin: user.isDefaultAdmin,
  ...permissionsOfUser(user, roles),
  // No role narrows sales people: their kind alone says that they make and change clients.
  ...(user.userType === 'sales' && { modules: salesModules }),
})

/**
 * What counts in view mode: the modules of the person looked at, and the analytics right of the person who looks. `lent` is what the person who
 * looks could do themselves when the look began and still may: no eyes are borrowed to get back what a role took away.
 */
export function permissionsInView(
  user: Holder,
  holder: Own,
  roles: readonly Role[],
  lent: Permissions['modules'] = fullPermissions.modules,
): Permissions {
  return { modules: bothAllow(modulesOfUser(user, roles), lent), reportAnalytics: mayAnalyse(holder) }
}

export type ViewerFacts = {
  user: User
  company: Company
  parent: Company | undefined
  tenant: Company
  /** Who looks through this person's eyes. */
  holder: User | undefined
  /** What counts while somebody looks; told from the others where it is left out. */
  inView?: Permissions
  /** The roles of the person's company. */
  roles: readonly Role[]
  /** What is tried out, as the person's agency meets it; nothing where it is left out. */
  betas?: Viewer['betas']
}

/** From what is stored to what guards and menus ask for. */
export function viewerOf({ user, company, parent, tenant, holder, inView, roles, betas }: ViewerFacts): Viewer {
  const agency = servingCompany(company, parent)
  const setup = setupOf({ user, company, agency })
  return {
    userType: user.userType,
    isSystemUser: user.isSystemUser,
    isRootCompany: company.kind === 'root',
    isAccountExecutive: user.salesKind === 'accountExecutive',
    isViewing: holder !== undefined,
    permissions: permissionsOfUser(user, roles),
    viewModePermissions: holder ? (inView ?? permissionsInView(user, holder, roles)) : null,
    menuLeads: true,
    leadType: user.leadType,
    modules: agency.modules,
    disableClientAddCampaign: company.disableClientAddCampaign,
    setupChecked: true,
    setupComplete: setup.isComplete,
    profileSetupCompleted: user.profileSetupCompleted,
    hasCard: setup.hasCard,
    manualBill: company.manualBill,
    accessModule: setup.accessModule,
    accessModuleAgency: setup.accessModuleAgency,
    paymentStatusFailed: agency.paymentFailed,
    connectionState: user.userType === 'sales' ? user.connection : agency.connection,
    gateway: agency.paymentGateway,
    packageId: agency.packageId,
    chargesEnabled: agency.chargesEnabled,
    payoutsEnabled: agency.payoutsEnabled,
    accountRequirements: agency.accountRequirements,
    betas: betas ?? noBetas,
    isBetaCompany: isBetaCompany(agency),
    apiMode: agency.apiMode,
    domainIsRootCompany: tenant.kind === 'root',
    ownSystem: tenant.rootId === company.parentId,
    isPlatformRootAgency: tenant.kind === 'agency' && tenant.parentId === tenant.rootId,
    supportUrl: null,
  }
}
