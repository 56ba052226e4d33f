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
export type Company = {
  id: string
  kind: 'root' | 'agency' | 'client'
  parent: Company | undefined
  /** Stands in its name, and in the names of its people. */
  mark: string
  isGone: boolean
  /** Sales people of an agency. */
  sales: ReadonlySet<string>
  takesPrograms: boolean
}
export type Person = {
  id: string
  email: string
  password: string
  kind: 'operator' | 'agency' | 'administrator' | 'sales' | 'client'
  company: Company
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
  person: Person
  refresh: string
  endsAt: number
  usedAt: number
  epoch: number
  isEnded: boolean
}
/** One of the short tokens of a sign-in: the one from before a refresh is good for its time. */
export type SignIn = { kind: 'sign-in'; person: Person; session: Session; token: string; tokenEndsAt: number }
export type Look = {
  kind: 'look'
  person: Person
  by: Session
  token: string
  tokenEndsAt: number
  lent: Modules
  isEnded: boolean
}
export type Key = { id: string; name: string; secret: string; company: Company; isGone: boolean }
export type Program = { kind: 'program'; key: Key; token: string; tokenEndsAt: number }
export type Token = SignIn | Look | Program

export const isStanding = (company: Company | undefined): boolean =>
  company === undefined || (!company.isGone && isStanding(company.parent))
export const isLiving = (person: Person): boolean => !person.isGone && isStanding(person.company)

/** Whether a sign-in goes on, no matter what became of its short token. */
export const goesOn = ({ person, isEnded, endsAt, epoch }: Session, now: number): boolean =>
  !isEnded && now < endsAt && epoch === person.epoch && isLiving(person)

export function isGood(token: Token, now: number): boolean {
  if (now >= token.tokenEndsAt) return false
  switch (token.kind) {
    case 'sign-in':
      return goesOn(token.session, now)
    case 'look':
      return !token.isEnded && goesOn(token.by, now) && isLiving(token.person)
    case 'program':
      return !token.key.isGone && token.key.company.takesPrograms && isStanding(token.key.company)
    default: {
      const never: never = token
      throw new Error(`Nothing is known of ${JSON.stringify(never)}.`)
    }
  }
}

export const modulesOf = ({ kind, role, isDefault }: Person): Modules =>
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
    ? meet(modulesOf(token.person), meet(token.lent, modulesOf(token.by.person)))
    : modulesOf(token.person)

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
  const isKind = (allowed[can] as readonly string[]).includes(names[token.person.kind])
  return isKind && isLeft(token, can, method)
}

const isBelow = (company: Company | undefined, above: Company): boolean =>
  company !== undefined && (company === above || isBelow(company.parent, above))
const agencyOf = (company: Company): Company | undefined => (company.kind === 'client' ? company.parent : company)

/** Whether a company lies where the person reaches. */
export const reachesCompany = (person: Person, company: Company): boolean =>
  isBelow(company, person.company) &&
  (person.kind !== 'sales' || company === person.company || Boolean(agencyOf(company)?.sales.has(person.id)))

/** Whether a person does. Of their own company, sales people know no other. */
export const reachesPerson = (person: Person, other: Person): boolean =>
  person === other ||
  (reachesCompany(person, other.company) && (person.kind !== 'sales' || other.company !== person.company))

/** Whether a call that everybody may make for themselves may be made about somebody else. */
export const isAllowedForOthers = (token: SignIn | Look, { call: { method } }: NamedCall): boolean =>
  isLeft(token, method === 'GET' ? 'client:read' : 'client:update', method)

/** Whose marks the answer to a person may have: what they reach, and what stands above it. */
export function mayKnow(person: Person, company: Company): boolean {
  return reachesCompany(person, company) || isBelow(person.company, company)
}
