// Agencies and clients as others make and edit them. Company, main person, name, host and list entry are written in
// one transaction, so a crash leaves all of a change or nothing.
import { isSameEmail } from '#shared/email.ts'
import { AppError, invalid, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import {
  type Company,
  defaultModules,
  nameChanges,
  type PaymentTerm,
  type ProductLine,
  productLines,
} from '#shared/model/company.ts'
import { subdomainFrom } from '#shared/model/subdomain.ts'
import type { LeadType, User } from '#shared/model/user.ts'
import { type Phone, phoneFacts } from '#shared/phone.ts'
import { present } from '#shared/present.ts'
import type { Db } from '../../data/index.ts'
import { loginScopeOf } from '../../data/tenancy/user.ts'
import { type ActiveByLine, activeByLine } from '../campaigns/active.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { copyRootCosts } from '../pricing/first-costs.ts'
import { findAccount } from '../tenancy/find-account.ts'
import { firstPerson, newCompany } from './create.ts'

export type Deps = {
  db: Db
  now: () => number
  newId: (kind: 'company' | 'user' | 'token') => string
  /** Where sub-domains live, with or without a port. */
  platformDomain: string
}

/** What is said of a company beside its names; what is missing stays as it is. */
export type Settings = {
  externalOrganizationId?: string | undefined
  isWhiteLabel?: boolean | undefined
  receivesMail?: boolean | undefined
  disableClientAddCampaign?: boolean | undefined
  showsPhone?: boolean | undefined
  editsSheets?: boolean | undefined
  /** Of a client alone: agency people land where their set-up stands. */
  leadType?: LeadType | undefined
  terms?: PaymentTerm[] | undefined
  lines?: ProductLine[] | undefined
  salesRepId?: string | null | undefined
  accountExecutiveId?: string | null | undefined
  referralUserId?: string | null | undefined
  minimumSpendPlanId?: string | undefined
  excludesOnboardCharge?: boolean | undefined
  apiMode?: boolean | undefined
  isBeta?: boolean | undefined
}
export type Names = { companyName: string; fullName: string; email: string }

const emailTaken = () => invalid({ email: messages.emailTaken })
const HOST_TAKEN = 'This sub-domain is taken.'
/**
 * Before the write, which is refused as well: a name that somebody has is a wrong value, and not a lost race. A name that the
 * company itself got since it was read is one.
 */
async function checkHost({ db }: Pick<Deps, 'db'>, host: string, company?: Company): Promise<void> {
  const holder = await db.domain.findHolder(host)
  if (holder && holder.companyId === company?.id) throw lostTo({ subdomain: messages.changedMeanwhile })
  if (holder) throw invalid({ subdomain: HOST_TAKEN })
}
/** How often another sub-domain is tried when the company's own name is taken. */
const TRIES = 8

export const hostOf = ({ platformDomain }: Pick<Deps, 'platformDomain'>, subdomain: string) =>
  `${subdomain}.${platformDomain.replace(/:\d+$/, '')}`

/** The site on which a company's people sign in: an agency's own, a client's agency's. */
export const homeOf = (company: Company, parent: Company): Company => (company.kind === 'agency' ? company : parent)

/** Where the address of a company's main person must be unique. */
export const scopeOf = (user: User, company: Company) => loginScopeOf(user, company.parentId ?? company.id)

/** Products by their names: those of the company stay, new ones are called as the root calls them. */
function modulesOf(lines: readonly ProductLine[], company: Company, root: Company): Company['modules'] {
  const offered = productLines.filter((line) => lines.includes(line) && (root.modules[line] || company.modules[line]))
  return Object.fromEntries(
    offered.map((line) => [line, company.modules[line] ?? root.modules[line] ?? defaultModules[line]]),
  )
}

/** Without the mode there is neither key nor agreement: switched on again, the agency agrees and pays anew. */
const withoutApi = { apiMode: false, hasApiKey: false, hasDeveloperAgreement: false }

type Known = { company: Company; root: Company; now: number }

function changesOf(
  { lines, apiMode, leadType: _, ...settings }: Settings,
  { company, root, now }: Known,
): Partial<Company> {
  return {
    ...present(settings),
    ...(lines && { modules: modulesOf(lines, company, root) }),
    ...(apiMode === true && !company.apiMode && { apiMode, apiModeAt: now }),
    ...(apiMode === false && company.apiMode && withoutApi),
  }
}

/** What the settings say of the main person. */
const personChangesOf = ({ leadType }: Settings, { kind }: Pick<Company, 'kind'>): Partial<Pick<User, 'leadType'>> =>
  kind === 'client' && leadType !== undefined ? { leadType } : {}

export type NewCompany = Names & {
  phone: Phone | undefined
  /** Of a person who may sign in at once; without one they are invited. */
  passwordHash: string | undefined
  /** Who makes it. */
  invitedById: string
  subdomain: string
  settings: Settings
}

export async function createCompany(
  deps: Deps,
  parent: Company,
  form: NewCompany,
): Promise<{ company: Company; user: User }> {
  const { db, now, newId } = deps
  // Agency people are known by the root and clients by their agency, but on a host both would give the same name.
  if ((await findAccount(db, parent, form.email)).user) throw emailTaken()
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  const kind = parent.kind === 'root' ? 'agency' : 'client'
  const tries = kind === 'agency' && !form.subdomain ? TRIES : 1
  if (kind === 'agency' && form.subdomain) await checkHost(deps, hostOf(deps, form.subdomain))
  // New agencies begin with the default plan, unless another one is chosen.
  const minimumSpendPlanId = kind === 'agency' ? await db.setting.findDefaultPlanId(root.id) : ''
  const phone = form.phone?.national ?? ''
  for (let attempt = 1; attempt <= tries; attempt++) {
    const at = now()
    const end = attempt === 1 ? '' : newId('token').slice(-5).toLowerCase()
    const subdomain = kind === 'agency' ? form.subdomain || subdomainFrom(form.companyName, end) : null
    const { companyName: name, email, settings } = form
    const blank = newCompany({
      id: newId('company'),
      kind,
      name,
      email,
      phone,
      parent,
      subdomain,
      referralUserId: null,
      now: at,
    })
    const company: Company = { ...blank, minimumSpendPlanId, ...changesOf(settings, { company: blank, root, now: at }) }
    const user: User = {
      ...firstPerson({
        id: newId('user'),
        company,
        name: form.fullName,
        email,
        phone,
        passwordHash: form.passwordHash ?? '',
        now: at,
      }),
      ...personChangesOf(settings, company),
      phoneCountry: form.phone?.countryCode ?? 'US',
      phoneCallingCode: form.phone?.callingCode ?? '+1',
      ...(form.passwordHash === undefined && { status: 'invited', invitedAt: at, invitedById: form.invitedById }),
    }
    const host = subdomain === null ? {} : { host: hostOf(deps, subdomain) }
    if (kind === 'agency') await copyRootCosts(db, root.id, company.id, at)
    const planted = await db.tenancy.plant({ company, user, scopeId: parent.id, ...host })
    if (planted === 'planted') return { company, user }
    if (planted === 'email_taken') throw lostTo({ email: messages.emailTaken })
  }
  throw lostTo({ subdomain: HOST_TAKEN })
}

/** What is missing of it stays as it is. */
export type Edit = {
  companyName: string | undefined
  fullName: string | undefined
  email: string
  phone: Phone | undefined
  subdomain: string | undefined
  settings: Settings
  /** The same, said of the company as somebody else made it meanwhile: lists are made of those that it has. */
  settingsOf: (company: Company) => Promise<Settings>
}

const stillActive = (active: ActiveByLine) =>
  new AppError('invalid', messages.productInUse, {
    fields: Object.fromEntries(Object.entries(active).map(([line, ids]) => [line, ids.join(', ')])),
  })

type Edited = { company: Company; parent: Company; user: User }

/** False when somebody else changed the company since it was read. */
async function tryEdit(deps: Deps, { company, parent, user }: Edited, form: Edit): Promise<boolean> {
  const { db, now } = deps
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  const changes = changesOf(form.settings, { company, root, now: now() })
  const closed = changes.modules ? productLines.filter((line) => company.modules[line] && !changes.modules?.[line]) : []
  const active = closed.length > 0 ? await activeByLine(db, company, closed) : {}
  if (Object.keys(active).length > 0) throw stillActive(active)
  if (!isSameEmail(form.email, user.email) && (await findAccount(db, homeOf(company, parent), form.email)).user)
    throw emailTaken()
  const subdomain = company.kind === 'agency' ? (form.subdomain ?? company.subdomain) : company.subdomain
  const isMoved = subdomain !== null && subdomain !== company.subdomain
  if (isMoved) await checkHost(deps, hostOf(deps, subdomain), company)
  const changed = await db.tenancy.change({
    company,
    user,
    scopeId: scopeOf(user, company),
    companyChanges: {
      ...changes,
      ...(form.companyName !== undefined && nameChanges(company, form.companyName)),
      ...(isMoved && { subdomain }),
    },
    userChanges: {
      ...(form.fullName !== undefined && { name: form.fullName }),
      email: form.email,
      ...(form.phone && phoneFacts(form.phone)),
      ...personChangesOf(form.settings, company),
      ...(!isSameEmail(form.email, user.email) && { emailConfirmedAt: null }),
    },
    host: isMoved
      ? { from: company.subdomain ? hostOf(deps, company.subdomain) : undefined, to: hostOf(deps, subdomain) }
      : undefined,
    now: now(),
  })
  if (changed === 'changed') {
    // Those that were started since they were looked at. If we crash before, the daily look at all campaigns stops them.
    if (closed.length > 0) await stopCampaigns({ db, now }, company, 'module_disabled', closed)
    return true
  }
  if (changed === 'host_changed') return false
  const why = {
    email_taken: { email: messages.emailTaken },
    email_changed: { email: messages.changedMeanwhile },
    host_taken: { subdomain: HOST_TAKEN },
  } as const
  throw lostTo(why[changed])
}

/** Of two who change different things at once, neither undoes the other. */
export async function editCompany(deps: Deps, edited: Edited, form: Edit): Promise<void> {
  let [{ company }, { settings }] = [edited, form]
  for (let tries = 1; !(await tryEdit(deps, { ...edited, company }, { ...form, settings })); tries++) {
    const found = await deps.db.company.findFresh(company.id)
    // The place where its people sign in is nothing to lay another one on.
    if (!found || found.subdomain !== company.subdomain || tries === TRIES)
      throw lostTo({ subdomain: messages.changedMeanwhile })
    company = found
    settings = await form.settingsOf(found)
  }
}
