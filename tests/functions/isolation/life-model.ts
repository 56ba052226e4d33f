// What a life of the platform knows of its people by itself: who there is, what they may do, and which of the tokens that were ever
// given out are still good. It is told of each change that was accepted, and asks the product for nothing.
import { actionOf, moduleOfPermission } from '#shared/access/modules.ts'
import { allowed, type Permission } from '#shared/access/roles.ts'
import type { MenuModule } from '#shared/access/viewer.ts'
import type { NamedCall } from '#shared/contracts/index.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'

export const ACCESS_MS = 15 * MINUTE
export const SESSION_MS = 30 * DAY
export const VIEW_MS = HOUR

export type Flags = { enabled: boolean; create: boolean; update: boolean; delete: boolean }
export type Modules = Record<MenuModule, Flags>
const full: Flags = { enabled: true, create: true, update: true, delete: true }
const none: Flags = { enabled: false, create: false, update: false, delete: false }
const menu = ['adsDesign', 'campaign', 'leads', 'settings'] as const
const every = (flags: Flags): Modules => ({ adsDesign: flags, campaign: flags, leads: flags, settings: flags })

export type Role = { id: string; companyId: string; modules: Modules; isGone: boolean }
export type Firm = {
  id: string
  kind: 'root' | 'agency' | 'client'
  parent: Firm | undefined
  /** Stands in its name, and in the names of its people. */
  mark: string
  isGone: boolean
  /** Sales people of an agency. */
  sales: ReadonlySet<string>
  takesPrograms: boolean
}
export type Soul = {
  id: string
  email: string
  password: string
  kind: 'operator' | 'agency' | 'administrator' | 'sales' | 'client'
  firm: Firm
  host: string
  role: Role | undefined
  isDefault: boolean
  /** The one whose removal is that of the company. */
  isMain: boolean
  isGone: boolean
  /** When they last set a password themselves. */
  changedAt: number
  /** Raised with all that ends every sign-in. */
  epoch: number
}

export type Session = {
  soul: Soul
  refresh: string
  endsAt: number
  usedAt: number
  epoch: number
  isEnded: boolean
}
/** One of the short tokens of a sign-in: the one from before a refresh is good for its time. */
export type SignIn = { kind: 'sign-in'; soul: Soul; session: Session; token: string; tokenEndsAt: number }
export type Look = {
  kind: 'look'
  soul: Soul
  by: Session
  token: string
  tokenEndsAt: number
  lent: Modules
  isEnded: boolean
}
export type Key = { id: string; name: string; secret: string; firm: Firm; isGone: boolean }
export type Program = { kind: 'program'; key: Key; token: string; tokenEndsAt: number }
export type Token = SignIn | Look | Program

export const isStanding = (firm: Firm | undefined): boolean =>
  firm === undefined || (!firm.isGone && isStanding(firm.parent))
export const isLiving = (soul: Soul): boolean => !soul.isGone && isStanding(soul.firm)

/** Whether a sign-in goes on, no matter what became of its short token. */
export const goesOn = ({ soul, isEnded, endsAt, epoch }: Session, now: number): boolean =>
  !isEnded && now < endsAt && epoch === soul.epoch && isLiving(soul)

export function isGood(token: Token, now: number): boolean {
  if (now >= token.tokenEndsAt) return false
  switch (token.kind) {
    case 'sign-in':
      return goesOn(token.session, now)
    case 'look':
      return !token.isEnded && goesOn(token.by, now) && isLiving(token.soul)
    case 'program':
      return !token.key.isGone && token.key.firm.takesPrograms && isStanding(token.key.firm)
    default: {
      const never: never = token
      throw new Error(`Nothing is known of ${JSON.stringify(never)}.`)
    }
  }
}

export const modulesOf = ({ kind, role, isDefault }: Soul): Modules =>
  kind === 'client' || kind === 'sales' || isDefault || !role ? every(full) : role.isGone ? every(none) : role.modules

const both = (one: Flags, other: Flags): Flags => ({
  enabled: one.enabled && other.enabled,
  create: one.create && other.create,
  update: one.update && other.update,
  delete: one.delete && other.delete,
})
const meet = (one: Modules, other: Modules): Modules => ({
  adsDesign: both(one.adsDesign, other.adsDesign),
  campaign: both(one.campaign, other.campaign),
  leads: both(one.leads, other.leads),
  settings: both(one.settings, other.settings),
})
export const isNarrower = (one: Modules, other: Modules): boolean =>
  menu.every((module) =>
    (['enabled', 'create', 'update', 'delete'] as const).every((flag) => !one[module][flag] || other[module][flag]),
  )

/** What is left of the modules for who shows this token. */
export const leftOf = (token: SignIn | Look): Modules =>
  token.kind === 'look'
    ? meet(modulesOf(token.soul), meet(token.lent, modulesOf(token.by.soul)))
    : modulesOf(token.soul)

const names = { operator: 'root', agency: 'agency', administrator: 'administrator', sales: 'sales', client: 'client' }

function isLeft(token: SignIn | Look, can: Permission, method: NamedCall['call']['method']): boolean {
  const flags = leftOf(token)[moduleOfPermission(can)]
  const action = actionOf(can, method)
  return flags.enabled && (action === 'read' || flags[action])
}

/** Whether who shows this token may make such a call at all. */
export function isAllowed(token: SignIn | Look, { call: { can, method, inView } }: NamedCall): boolean {
  if (token.kind === 'look' && inView === 'refused') return false
  if (can === 'anyone' || can === 'signed-in') return true
  const isKind = (allowed[can] as readonly string[]).includes(names[token.soul.kind])
  return isKind && isLeft(token, can, method)
}

const isBelow = (firm: Firm | undefined, above: Firm): boolean =>
  firm !== undefined && (firm === above || isBelow(firm.parent, above))
const agencyOf = (firm: Firm): Firm | undefined => (firm.kind === 'client' ? firm.parent : firm)

/** Whether a company lies where the person reaches. */
export const reachesFirm = (soul: Soul, firm: Firm): boolean =>
  isBelow(firm, soul.firm) &&
  (soul.kind !== 'sales' || firm === soul.firm || Boolean(agencyOf(firm)?.sales.has(soul.id)))

/** Whether a person does. Of their own company, sales people know no other. */
export const reachesSoul = (soul: Soul, other: Soul): boolean =>
  soul === other || (reachesFirm(soul, other.firm) && (soul.kind !== 'sales' || other.firm !== soul.firm))

/** Whether a call that everybody may make for themselves may be made about somebody else. */
export const isAllowedForOthers = (token: SignIn | Look, { call: { method } }: NamedCall): boolean =>
  isLeft(token, method === 'GET' ? 'client:read' : 'client:update', method)

/** Whose marks the answer to a person may have: what they reach, and what stands above it. */
export function mayKnow(soul: Soul, firm: Firm): boolean {
  return reachesFirm(soul, firm) || isBelow(soul.firm, firm)
}
