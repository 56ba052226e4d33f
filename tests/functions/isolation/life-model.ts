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
  /** Where it lives; clients live at their agency's. Agencies move. */
  host: string
  /** Domains of its own, at which it lives as well. */
  ownHosts: Set<string>
  isGone: boolean
  /** Sales people of an agency. */
  sales: ReadonlySet<string>
  takesPrograms: boolean
}
/** What is asked for after the password. Another one, or the same set up anew, is another object. */
export type Step = { kind: 'google' | 'email'; secret: string; lastStep: number; recovery: Set<string> }
/** A browser that is not asked for it: for this person, on this host, while nothing else ended it. */
export type Device = { person: Person; cookie: string; host: string; step: Step; epoch: number; endsAt: number }
/** A change of address that waits: for its two codes, or for the link that its new address got. */
export type Change = {
  email: string
  oldEmail: string
  endsAt: number
  codes?: { old: string; new: string }
  tries: number
  /** Somebody else's wish, which falls with either side's new password. */
  asked?: { by: Person; byEpoch: number; epoch: number }
}
export type Person = {
  id: string
  email: string
  /** None before they chose one: they are invited. */
  password: string
  kind: 'operator' | 'agency' | 'administrator' | 'sales' | 'client'
  company: Company
  readonly host: string
  role: Role | undefined
  isDefault: boolean
  /** The one whose removal is that of the company. */
  isMain: boolean
  isGone: boolean
  /** When they last set a password themselves. */
  changedAt: number
  /** Raised with all that ends every sign-in. */
  epoch: number
  step: Step | undefined
  change: Change | undefined
  /** Whose invitation it was, and when the latest left. */
  invitedBy: Person | undefined
  invitedAt: number
}

export type Session = {
  person: Person
  refresh: string
  /** Where it was begun: it goes on there and nowhere else. */
  host: string
  site: Company
  /** Another system said who they are: no password was given. */
  isVouched: boolean
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

/** What else the server hands out: it works at one door, and is shown at all of them. */
export type Paper = {
  kind:
    | 'reset'
    | 'invitation'
    | 'confirm'
    | 'new address'
    | 'challenge'
    | 'vouched'
    | 'document'
    | 'log file'
    | 'end of mails'
    | 'tool'
  text: string
  person: Person
  /** The site that it was made for. */
  site: Company
  at: number
  endsAt: number
  isUsed: boolean
  /** The address that it was mailed to, or is about. */
  email: string
  /** Of a change of address. */
  change?: Change | undefined
  /** Of a second step that is due. */
  due?: { step: Step; epoch: number; tries: number; code: string; codeEndsAt: number }
  /** What else it is bound to: a path, a sub-domain, a sign-in. */
  about?: string
  by?: Session
  /** The token that it was asked for with: it opens while that one's sign-in, or look, goes on. */
  asked?: SignIn | Look
}

export const isStanding = (company: Company | undefined): boolean =>
  company === undefined || (!company.isGone && isStanding(company.parent))
export const isLiving = (person: Person): boolean => !person.isGone && isStanding(person.company)

/** Where the people of a company sign in. */
export const siteOf = (company: Company): Company =>
  company.kind === 'client' && company.parent ? company.parent : company

/** Whether somebody of a company is at home on a site: at their own, and at those above it. */
export const isOnSite = (company: Company | undefined, site: Company): boolean =>
  company !== undefined && (company === site || isOnSite(company.parent, site))

/** Whether two people cannot have one address: a site knows its people by it, and a root all that work on it. */
export function shareNames(one: Person, other: Person): boolean {
  const [site, otherSite] = [siteOf(one.company), siteOf(other.company)]
  return site === otherSite || (one.kind !== 'client' && other.kind !== 'client')
}

/** Whether a second step is theirs to set up before anything else, where the rule asks for it. */
export const isPowerful = ({ kind, isDefault }: Person): boolean =>
  kind === 'operator' || kind === 'sales' || (kind !== 'client' && isDefault)

/** What they reach until then: what sets it up, and what ends a sign-in. */
export const beforeSecondStep: ReadonlySet<string> = new Set([
  'account.me',
  'account.checkSetup',
  'account.revertView',
  'session.logout',
  'session.confirmPassword',
  'session.list',
  'session.end',
  'session.endAll',
  'session.signIns',
  'session.resendConfirmation',
  'security.getTwoFactor',
  'security.saveTwoFactor',
  'security.getGoogleTfa',
])

/** Whether a paper is good at all; where it is shown, and with what, is another question. */
export function isGoodPaper(paper: Paper, now: number): boolean {
  const { person, kind, email } = paper
  if (paper.isUsed || now >= paper.endsAt || !isLiving(person)) return false
  switch (kind) {
    case 'reset':
      return person.email === email && person.changedAt <= paper.at
    case 'invitation':
      return person.email === email && person.password === '' && paper.at >= person.invitedAt
    case 'confirm':
      return person.email === email && person.password !== ''
    case 'new address': {
      const { change } = paper
      const asked = change?.asked
      return (
        asked !== undefined &&
        person.change === change &&
        person.email === change?.oldEmail &&
        person.epoch === asked.epoch &&
        isLiving(asked.by) &&
        asked.by.epoch === asked.byEpoch
      )
    }
    case 'challenge':
      return paper.due !== undefined && paper.due.step === person.step && paper.due.epoch === person.epoch
    default:
      return person.password !== ''
  }
}

/** Whether a sign-in goes on, no matter what became of its short token. */
export const goesOn = ({ person, isEnded, endsAt, epoch }: Session, now: number): boolean =>
  !isEnded && now < endsAt && epoch === person.epoch && isLiving(person)

/** The same of what a token was for: it may be too old itself. */
export const lasts = (token: SignIn | Look, now: number): boolean =>
  token.kind === 'sign-in'
    ? goesOn(token.session, now)
    : !token.isEnded && now < token.tokenEndsAt && goesOn(token.by, now) && isLiving(token.person)

export function isGood(token: Token, now: number): boolean {
  if (now >= token.tokenEndsAt) return false
  switch (token.kind) {
    case 'sign-in':
    case 'look':
      return lasts(token, now)
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
