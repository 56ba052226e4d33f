// The modules that a role can switch off or narrow: which permission belongs to which, and what a role leaves of it.
// The server refuses by this table, and screens hide by it.
import type { Call } from '../contracts/lib/call.ts'
import type { Role } from '../model/role.ts'
import type { Permission } from './roles.ts'
import { fullPermissions, type MenuModule, type ModulePermission, noPermissions, type Permissions } from './viewer.ts'

type Noun = Permission extends `${infer What}:${string}` ? What : never

/**
 * By what a permission is about: the part before its colon. Each belongs to a module, so that a role without modules leaves
 * nothing of them. What everybody may do for themselves needs no permission but being signed in.
 */
export const moduleOf = {
  user: 'settings',
  company: 'settings',
  exclusion: 'leads',
  privacy: 'settings',
  campaign: 'leads',
  lead: 'leads',
  group: 'leads',
  integration: 'settings',
  client: 'settings',
  agency: 'settings',
  setting: 'settings',
  domain: 'settings',
  document: 'settings',
  agreement: 'settings',
  'agreement-file': 'settings',
  audience: 'campaign',
  targeting: 'campaign',
  banner: 'adsDesign',
  organization: 'settings',
  'information-type': 'settings',
  role: 'settings',
  administrator: 'settings',
  sales: 'settings',
  log: 'settings',
  referral: 'settings',
  // What it holds is bought on the company's card.
  wallet: 'settings',
  card: 'settings',
  margin: 'settings',
  'sales-connection': 'settings',
  contract: 'settings',
  connection: 'settings',
  settlement: 'settings',
  analytics: 'leads',
  revenue: 'settings',
  price: 'settings',
  cost: 'settings',
  'minimum-spend': 'settings',
  onboarding: 'settings',
  'manual-bill': 'settings',
  enrichment: 'settings',
  'api-key': 'settings',
  program: 'settings',
} as const satisfies Record<Noun, MenuModule>

/** The wire's names. */
export const moduleNames = {
  adsDesign: 'Ads Design',
  campaign: 'Campaign',
  leads: 'LeadsPeek',
  settings: 'Settings',
} as const satisfies Record<MenuModule, string>

type ModuleAction = 'read' | 'create' | 'update' | 'delete'

const byMethod = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const

// What is lent to view mode is what the role leaves, so a look of the person who only reads only reads.
const readsOnly = /:(read|report|export|download|open|view-as)$/

// The link into an agency's pages at the payment provider is answered to a GET, and who has it acts there. The other
// questions behind a right to change (`document:update`, `minimum-spend:update`) answer lists, which change nothing.
const actsByAsking: readonly string[] = ['connection:update']

/** What a call does in its module: what its permission says before what its method says. */
export function actionOf(permission: string, method: Call['method']): ModuleAction {
  if (readsOnly.test(permission)) return 'read'
  if (permission.endsWith(':delete')) return 'delete'
  return actsByAsking.includes(permission) ? 'update' : byMethod[method]
}

function isModuleOn(permissions: Permissions, module: MenuModule, action: ModuleAction): boolean {
  const rights: ModulePermission = permissions.modules[module]
  return rights.enabled && (action === 'read' || rights[action])
}

// @NOTE the part before the colon of a permission is a noun by the very type of the table above.
export const moduleOfPermission = (permission: Permission): MenuModule => moduleOf[permission.split(':')[0] as Noun]

/** Why a call that everybody may make for themselves is refused about somebody else: other people are kept in Settings. */
export const refusalForOthers = (permissions: Permissions, { method }: Pick<Call, 'method'>): string | null =>
  refusalForModule(permissions, { can: method === 'GET' ? 'client:read' : 'client:update', method })

/** Why a call is refused by the role of the person who makes it, as a sentence; null when the role leaves it. */
export function refusalForModule(permissions: Permissions, call: Pick<Call, 'can' | 'method'>): string | null {
  if (call.can === 'signed-in' || call.can === 'anyone') return null
  const module = moduleOfPermission(call.can)
  const action = actionOf(call.can, call.method)
  if (isModuleOn(permissions, module, action)) return null
  const name = moduleNames[module]
  return permissions.modules[module].enabled
    ? `Your role does not let you ${action === 'read' ? 'see' : action} anything in ${name}.`
    : `Your role has no access to ${name}.`
}

/** Whether all that one set of permissions allows is allowed by the other too. */
export function covers(wide: Permissions['modules'], narrow: Permissions['modules']): boolean {
  const modules = Object.keys(narrow) as MenuModule[]
  return modules.every((module) =>
    (['enabled', 'create', 'update', 'delete'] as const).every((flag) => wide[module][flag] || !narrow[module][flag]),
  )
}

/** What is left where two sets of permissions must agree. */
export function bothAllow(one: Permissions['modules'], other: Permissions['modules']): Permissions['modules'] {
  const both = (module: MenuModule): ModulePermission => ({
    enabled: one[module].enabled && other[module].enabled,
    create: one[module].create && other[module].create,
    update: one[module].update && other[module].update,
    delete: one[module].delete && other[module].delete,
  })
  return { adsDesign: both('adsDesign'), campaign: both('campaign'), leads: both('leads'), settings: both('settings') }
}

type RoleHolder = {
  userType: string
  roleId: string | null
  isDefaultAdmin: boolean
}
/** Only people who run a company have roles; what clients and sales people may do their kind alone says. */
export const mayHaveRole = (userType: string): boolean =>
  userType === 'user' || userType === 'agency' || userType === 'administrator'

/** What a person may do inside the modules. A role that is gone leaves nothing, rather than everything. */
export function modulesOfUser(user: RoleHolder, roles: readonly Role[]): Permissions['modules'] {
  if (!mayHaveRole(user.userType) || user.isDefaultAdmin || user.roleId === null) return fullPermissions.modules
  return roles.find(({ id }) => id === user.roleId)?.modules ?? noPermissions.modules
}
