import { type Decision, decide } from '#shared/access/guard.ts'
import { fullPermissions, type MenuModule, type Permissions, type Viewer } from '#shared/access/viewer.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { defaultModules } from '#shared/model/company.ts'

const stable = { isBeta: false, appliesToAllAgencies: false }

/** A complete agency with card and connected account on its own system, as every other person below unless said otherwise. */
const complete: Viewer = {
  userType: 'agency',
  isSystemUser: false,
  isRootCompany: false,
  isAccountExecutive: false,
  isViewing: false,
  permissions: fullPermissions,
  viewModePermissions: null,
  menuLeads: true,
  leadType: '',
  modules: defaultModules,
  disableClientAddCampaign: false,
  setupChecked: true,
  setupComplete: true,
  profileSetupCompleted: true,
  hasCard: true,
  manualBill: false,
  accessModule: '',
  accessModuleAgency: '',
  paymentStatusFailed: false,
  connectionState: 'completed',
  gateway: 'stripe',
  packageId: 'pkg_1',
  chargesEnabled: true,
  payoutsEnabled: true,
  accountRequirements: [],
  betas: { b2b: stable, dataWallet: stable },
  isBetaCompany: false,
  apiMode: false,
  domainIsRootCompany: true,
  ownSystem: true,
  isPlatformRootAgency: false,
  supportUrl: null,
}

type Change = Partial<Viewer>

export const agency = (change: Change = {}): Viewer => ({ ...complete, ...change })
export const staff = (change: Change = {}): Viewer => agency({ userType: 'user', ...change })
export const client = (change: Change = {}): Viewer => agency({ userType: 'client', leadType: 'local', ...change })
export const administrator = (change: Change = {}): Viewer => agency({ userType: 'administrator', ...change })

/** Root staff hold neither card nor connected account. */
const withoutAccount: Change = { hasCard: false, connectionState: '', gateway: '', packageId: '' }
export const root = (change: Change = {}): Viewer =>
  agency({ ...withoutAccount, isSystemUser: true, isRootCompany: true, ...change })

/** Sales people have a connected account of their own, and no card. */
export const sales = (change: Change = {}): Viewer =>
  agency({ ...withoutAccount, userType: 'sales', connectionState: 'completed', ...change })
export const executive = (change: Change = {}): Viewer => sales({ isAccountExecutive: true, ...change })

export const unconnected = { connectionState: '', packageId: '' } as const satisfies Change
export const withAnalytics: Permissions = { ...fullPermissions, reportAnalytics: true }

export function without(...modules: MenuModule[]): Permissions {
  const off = { enabled: false, create: false, update: false, delete: false }
  return {
    ...fullPermissions,
    modules: { ...fullPermissions.modules, ...Object.fromEntries(modules.map((module) => [module, off])) },
  }
}

function wordFor(decision: Decision): string {
  if (decision.kind === 'redirect') return decision.to
  return decision.kind === 'show' ? 'shown' : '404'
}

/** What comes of opening a path in the application as it is, as one word: `shown`, `404`, or where the person is sent. */
export const outcome = (viewer: Viewer | null, path: string): string =>
  wordFor(decide(viewer, path, viewer?.modules ?? defaultModules))

/** Somebody who acts, as the server knows them: of a company `own` unless said otherwise. */
export const actorOf = (role: UserActor['role'], more: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId: 'me',
  companyId: 'own',
  rootId: 'root',
  role,
  sessionId: 's',
  authenticatedAt: 0,
  isSystemUser: role === 'root',
  isAccountExecutive: false,
  ...more,
})
