// Lives of the people of a platform: they come and go, get roles and lose them, sign in, look through others' eyes, let programs in; and
// all the time every token that was ever given out is shown for anything. What a token opens must be what its person may do now.
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { type Dice, openDice } from '#tests/simulator/dice.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { names as moduleNames } from '../roles/stage.ts'
import { addressSlice } from './life-addresses.ts'
import { domainSlice } from './life-domains.ts'
import { hostSlice } from './life-hosts.ts'
import { leftSlice } from './life-left.ts'
import {
  ACCESS_MS,
  beforeSecondStep,
  type Company,
  type Flags,
  goesOn,
  isAllowed,
  isAllowedForOthers,
  isGood,
  isLiving,
  isNarrower,
  isOnSite,
  isPowerful,
  isStanding,
  type Key,
  type Look,
  leftOf,
  type Modules,
  mayKnow,
  modulesOf,
  type Person,
  type Program,
  type Role,
  reachesCompany,
  reachesPerson,
  SESSION_MS,
  type Session,
  type SignIn,
  siteOf,
  type Token,
  VIEW_MS,
} from './life-model.ts'
import type { Names } from './life-names.ts'
import { openPapers, paperSlice } from './life-papers.ts'
import { stepSlice } from './life-steps.ts'
import type { Changes, Trio, World } from './life-world.ts'

type Told = { steps: number; questions: number; answered: number; refused: number; changes: Record<string, number> }

/** Neither ends the sign-ins that others need unasked, nor takes long for what it is asked. */
const isQuestion = ({ id, call }: NamedCall): boolean =>
  call.can !== 'anyone' &&
  !call.can.startsWith('program:') &&
  (call.method === 'GET' || call.can.endsWith(':read')) &&
  id !== 'companies.roots'
const questions = allCalls.filter(isQuestion)
const ofPrograms = ['developer.getKey', 'developer.listClients', 'developer.listCampaigns'] as const
const callOf = (id: CallName): NamedCall => {
  const found = allCalls.find((each) => each.id === id)
  if (!found) throw new Error(`There is no call ${id}.`)
  return found
}
/** Whose sample of a call each kind of person asks with. */
const like: Record<Person['kind'], Member> = {
  operator: 'olive',
  agency: 'ada',
  administrator: 'admin',
  sales: 'sam',
  client: 'cleo',
}
const modules = { 'Ads Design': 'adsDesign', Campaign: 'campaign', LeadsPeek: 'leads', Settings: 'settings' } as const
/** Of these a right and a reach are enough: they answer everybody who has both. */
const sure = new Set<string>([
  'campaigns.list',
  'campaigns.overview',
  'exclusions.progress',
  'audit.list',
  'staff.list',
])
/** Asked more than others. */
const often = [...sure, 'companies.get', 'companies.list', 'companies.find', 'roles.list'] as CallName[]
const MOST_MADE = 14
const FIRST = 'correct horse 42'

/** `isForced`: those who can do most have to set up a second step. */
type Plan = { seed: number; steps: number; names: Names; isForced?: boolean }

export async function live(h: Harness, { seed, steps, names, isForced = false }: Plan): Promise<Told> {
  const dice: Dice = openDice(seed)
  const { cast } = h
  let now = Date.parse('2027-03-13T17:00:00Z') + (seed % 365) * DAY
  h.setClock(now)
  const told: Told = { steps: 0, questions: 0, answered: 0, refused: 0, changes: {} }
  const trail: string[] = []
  const fail = (text: string): never => {
    throw new Error(
      `${text}\nSeed ${seed}, after ${told.steps} steps. Before it:\n${trail.slice(-Number(process.env.LIFE_TRAIL ?? 25)).join('\n')}`,
    )
  }
  const note = (text: string) => trail.push(`${told.steps} ${new Date(now).toISOString()} ${text}`)
  const changed = (what: string) => {
    told.changes[what] = (told.changes[what] ?? 0) + 1
  }
  let made = 0

  // Who there is in the beginning.
  const companies: Company[] = []
  async function addCompany(id: string, kind: Company['kind'], parent: Company | undefined, host = '') {
    const mark = `MARK${seed}x${companies.length}x`
    const company: Company = {
      id,
      kind,
      parent,
      mark,
      host,
      ownHosts: new Set(),
      isGone: false,
      sales: new Set(),
      takesPrograms: false,
    }
    companies.push(company)
    const { db } = h
    const { brand } = await db.company.get(id)
    await db.company.update(id, { name: mark, legalName: mark, brand: { ...brand, name: mark, shortName: mark } })
    return company
  }
  const { users, hosts } = cast
  const root = await addCompany(cast.root.id, 'root', undefined, hosts.root)
  const northlight = await addCompany(cast.northlight.id, 'agency', root, hosts.northlight)
  const copper = await addCompany(cast.copper.id, 'agency', root, hosts.copper)
  const smiles = await addCompany(cast.brightSmiles.id, 'client', northlight)
  const harbor = await addCompany(cast.harbor.id, 'client', northlight)
  const peak = await addCompany(cast.peakFitness.id, 'client', copper)
  northlight.sales = new Set([users.sam.id, users.ellen.id, users.rita.id])
  const people: Person[] = []
  const add: World['add'] = (born) => {
    const whole: Person = {
      role: undefined,
      invitedBy: undefined,
      ...born,
      get host() {
        return siteOf(this.company).host
      },
      isGone: false,
      epoch: 0,
      changedAt: 0,
      step: undefined,
      change: undefined,
      invitedAt: now,
    }
    people.push(whole)
    return whole
  }
  const born = async (who: Member, kind: Person['kind'], company: Company) => {
    const { id, email, isDefaultAdmin, userType } = users[who]
    await h.db.user.update(id, { name: `${company.mark} ${who}` })
    const isMain = (company.kind === 'agency' && userType === 'agency') || company.kind === 'client'
    add({ id, email, password: FIRST, kind, company, isDefault: isDefaultAdmin, isMain })
  }
  for (const who of ['olive', 'otto'] as const) await born(who, 'operator', root)
  for (const who of ['sam', 'ellen', 'rita'] as const) {
    await h.db.user.update(users[who].id, { connection: 'completed' })
    await born(who, 'sales', root)
  }
  await born('ada', 'agency', northlight)
  await born('amos', 'agency', northlight)
  await born('admin', 'administrator', northlight)
  await born('abe', 'agency', copper)
  await born('cleo', 'client', smiles)
  await born('lola', 'client', harbor)
  await born('carl', 'client', peak)
  northlight.takesPrograms = true
  await h.db.company.update(northlight.id, { apiMode: true, hasDeveloperAgreement: true })
  const roles: Role[] = []
  const tokens: Token[] = []
  const sessions: Session[] = []
  const keys: Key[] = []
  const stale: { person: Person; password: string }[] = []

  const signIns = () => tokens.filter((each) => each.kind === 'sign-in')
  const nameOf = (person: Person) => people.indexOf(person) + person.kind
  const saying = (token: Token) =>
    token.kind === 'program'
      ? `program of ${token.key.company.mark}`
      : `${nameOf(token.person)}${token.kind === 'look' ? ` seen by ${nameOf(token.by.person)}` : ''}`
  const hostOf = (token: Token) =>
    token.kind === 'program' ? token.key.company.host : token.kind === 'look' ? token.by.person.host : token.person.host
  /** Who lives at a host now. */
  const siteAt = (host: string) =>
    companies.find((company) => (company.host === host || company.ownHosts.has(host)) && isStanding(company))
  /** Whether a token is for this host at all. */
  const isHere = (token: Token, host: string): boolean => {
    const site = siteAt(host)
    if (!site) return false
    if (token.kind === 'program') return token.key.company === site
    return token.kind === 'look' ? token.by.person.company === site : isOnSite(token.person.company, site)
  }
  /** Who must set up a second step before anything else. */
  const owes = (token: SignIn | Look): boolean => {
    const holder = token.kind === 'look' ? token.by.person : token.person
    return isForced && isPowerful(holder) && holder.step === undefined
  }
  const ip = () => `198.51.${dice.below(250)}.${dice.below(250)}`
  const ask: World['ask'] = (token, name, input, host, headers) =>
    h.call(null, name, input, {
      host: host ?? (token ? hostOf(token) : root.host),
      token: token?.token ?? null,
      ip: ip(),
      ...(headers && { headers }),
    })

  const enter: World['enter'] = (person, { access_token, refresh_token }, more = {}) => {
    const { host = person.host, epoch = person.epoch, isVouched = false } = more
    const session: Session = {
      person,
      refresh: refresh_token,
      host,
      site: siteAt(host) ?? siteOf(person.company),
      isVouched,
      endsAt: now + SESSION_MS,
      usedAt: now,
      epoch,
      isEnded: false,
    }
    sessions.push(session)
    const signIn: SignIn = { kind: 'sign-in', person, session, token: access_token, tokenEndsAt: now + ACCESS_MS }
    tokens.push(signIn)
    return signIn
  }
  /** Whose name this is on a host: clients are known at their agency's, who works for an agency at its own and at the root's. */
  const named: World['named'] = (host, email) => {
    const site = siteAt(host)
    const isAtHome = (person: Person) =>
      siteOf(person.company) === site || (site === root && person.kind !== 'client' && isOnSite(person.company, root))
    return people.find((person) => person.email === email && isLiving(person) && isAtHome(person))
  }
  async function signInAs(email: string, password: string, host: string): Promise<SignIn | undefined> {
    const person = named(host, email)
    const device = person && stepOf.deviceOf(person)
    const input = { username: email, password } as never
    const { status, body } = await ask(undefined, 'session.login', input, host, device && { cookie: device.cookie })
    const isRight = person !== undefined && password === person.password && password !== ''
    note(`${person ? nameOf(person) : email} signs in at ${host}: ${status}`)
    if (status === 429) return undefined
    if ((status === 200) !== isRight) fail(`${email} signed in with ${status}, but ${isRight ? 'may' : 'may not'}.`)
    if (!isRight) return undefined
    const asks = person.step !== undefined && !(device && stepOf.isKnown(device, host))
    if ('access_token' in body === asks)
      fail(`${nameOf(person)} was ${asks ? 'not ' : ''}asked for a second step, and should ${asks ? '' : 'not '}be.`)
    if (asks) return stepOf.answer(person, body, host)
    return enter(person, body as Trio, { host })
  }
  const signIn = (person: Person, password = person.password) => signInAs(person.email, password, person.host)
  /** Somebody signed in whose short token is good. */
  const somebody: World['somebody'] = async (test = () => true) => {
    // Grave calls ask for a password that was given just now.
    const isFresh = ({ session }: SignIn) => !session.isVouched && session.endsAt - SESSION_MS > now - 15 * MINUTE
    const ready = signIns().filter((each) => isGood(each, now) && isFresh(each) && test(each.person))
    if (ready.length > 0 && dice.chance(0.8)) return readied(dice.pick(ready))
    const living = people.filter((person) => isLiving(person) && person.password && test(person))
    if (living.length === 0) return undefined
    const one = await signIn(dice.pick(living))
    return one && readied(one)
  }
  /** Most set up what is asked of them at once. */
  async function readied(one: SignIn): Promise<SignIn> {
    if (owes(one)) await question(one, dice.pick(['campaigns.list', 'account.me', 'audit.list'] as const))
    if (owes(one) && dice.chance(0.8)) await stepOf.setUp(one)
    return one
  }
  /** What was lent is what its holder had in that moment. */
  function beginLook(by: SignIn, person: Person, body: unknown): Look {
    const { access_token: token } = body as { access_token: string }
    const lent = structuredClone(leftOf(by))
    const seen: Look = { kind: 'look', person, by: by.session, token, tokenEndsAt: now + VIEW_MS, lent, isEnded: false }
    tokens.push(seen)
    return seen
  }
  /** A change that a person asked for and got must be one that they may make. */
  const judge: World['judge'] = (what, by, status, isTheirs, isBeforeStep = false) => {
    const isRight = isTheirs && (isBeforeStep || !owes(by))
    note(`${what} by ${saying(by)} ${isRight ? '' : '(not theirs) '}: ${status}`)
    if (status >= 500) fail(`${what} failed with ${status}.`)
    if (status >= 300) return false
    if (!isRight) fail(`${what} was accepted from ${saying(by)}, who may not do it.`)
    changed(what)
    return true
  }

  function end(company: Company): void {
    company.isGone = true
    for (const person of people) if (person.company === company) person.isGone = true
  }
  // Of a module that is off, nothing else is kept.
  const randomFlags = (): Flags =>
    dice.chance(0.3)
      ? { enabled: false, create: false, update: false, delete: false }
      : { enabled: true, create: dice.chance(0.5), update: dice.chance(0.6), delete: dice.chance(0.5) }
  const roledata = (all: Modules) =>
    moduleNames.map((module_name) => {
      const flags = all[modules[module_name]]
      const flag = (on: boolean) => (on ? ('T' as const) : ('F' as const))
      return {
        module_name,
        enable_permission: flag(flags.enabled),
        create_permission: flag(flags.create),
        update_permission: flag(flags.update),
        delete_permission: flag(flags.delete),
      }
    })

  const changes: Record<string, (about?: Person) => Promise<void>> = {
    async 'sign in'() {
      const person = dice.pick(people)
      const host = dice.chance(0.8) ? person.host : dice.pick(world.everyHost())
      await signInAs(person.email, person.password || FIRST, host)
    },
    async 'sign in with an old password'() {
      if (stale.length === 0) return
      const { person, password } = dice.pick(stale)
      await signIn(person, password)
    },
    async refresh() {
      if (sessions.length === 0) return
      const one = dice.pick(sessions)
      const { person } = one
      const idle = person.kind === 'operator' || person.kind === 'sales' || person.isDefault ? 12 * HOUR : 14 * DAY
      const host = dice.chance(0.8) ? one.host : dice.pick(world.everyHost())
      const isHome = host === one.host && siteAt(host) === one.site
      const isRight = isHome && goesOn(one, now) && now < one.usedAt + idle
      const { status, body } = await ask(undefined, 'session.refresh', { refresh_token: one.refresh }, host)
      note(`${nameOf(person)} refreshes: ${status}`)
      if ((status === 200) !== isRight)
        fail(`A refresh by ${nameOf(person)} ended with ${status}, and should ${isRight ? '' : 'not '}go on.`)
      if (status !== 200) return
      const { access_token, refresh_token } = body as Trio
      Object.assign(one, { refresh: refresh_token, usedAt: now })
      tokens.push({ kind: 'sign-in', person, session: one, token: access_token, tokenEndsAt: now + ACCESS_MS })
    },
    async 'log out'() {
      const one = await somebody()
      if (!one) return
      const { status } = await ask(one, 'session.logout', {})
      if (judge('log out', one, status, true, true)) one.session.isEnded = true
    },
    async 'end all'() {
      const one = await somebody()
      if (!one) return
      const others = dice.chance(0.5)
      const { status } = await ask(one, 'session.endAll', others ? { others: 'T' } : {})
      if (!judge('end all', one, status, true, true)) return
      one.person.epoch++
      if (others) one.session.epoch = one.person.epoch
    },
    async 'new password'() {
      const one = await somebody()
      if (!one) return
      const { person } = one
      const next = `fresh paint ${++made}`
      const input = { usrID: person.id, currpassword: person.password, newpassword: next, renewpassword: next }
      const { status } = await ask(one, 'session.changePassword', input as never)
      if (!judge('new password', one, status, true)) return
      stale.push({ person, password: person.password })
      person.password = next
      person.changedAt = now
      person.epoch++
      one.session.epoch = person.epoch
    },
    async 'make a colleague'() {
      const by = await somebody()
      if (!by || made > 10 * MOST_MADE) return
      const company = dice.chance(0.85) ? by.person.company : dice.pick(companies)
      const kind = company.kind === 'root' && dice.chance(0.4) ? 'sales' : 'administrator'
      const role = dice.chance(0.5) && roles.length > 0 ? dice.pick(roles) : undefined
      const isDefault = kind !== 'sales' && dice.chance(0.15)
      const email = `made${seed}n${++made}@staff.example`
      const { status, body } = await ask(by, 'companies.create', {
        companyID: company.id,
        userType: kind,
        ClientFullName: `${company.mark} ${made}`,
        ClientEmail: email,
        ClientPass: 'fresh paint 7',
        ...(kind === 'sales' ? { salesKind: 'representative' } : { defaultAdmin: isDefault ? 'T' : 'F' }),
        ...(role && kind !== 'sales' && { ClientRole: role.id }),
      } as never)
      const given = role && kind !== 'sales' ? role : undefined
      const rights = isDefault || !given ? modulesOf({ kind: 'agency', isDefault: true } as Person) : given.modules
      const isRight =
        isAllowed(by, callOf('companies.create')) &&
        company === by.person.company &&
        (given === undefined || (given.companyId === company.id && !given.isGone)) &&
        (by.person.kind === 'operator' || (kind === 'administrator' && by.person.kind === 'agency')) &&
        (by.person.isDefault || (!isDefault && (kind === 'sales' || isNarrower(rights, leftOf(by)))))
      if (!judge('make a colleague', by, status, isRight)) return
      const id = (body as { person?: { id: string } }).person?.id
      if (!id) return fail('Somebody was made and is not answered.')
      add({
        id,
        email,
        password: 'fresh paint 7',
        kind: kind === 'sales' ? 'sales' : company.kind === 'root' ? 'operator' : 'administrator',
        company,
        isDefault,
        isMain: false,
        ...(given && { role: given }),
      })
      if (kind === 'sales') await h.db.user.update(id, { connection: 'completed' })
    },
    async 'make a client'() {
      const by = await somebody()
      if (!by || companies.length > MOST_MADE) return
      const agency = dice.pick([northlight, copper])
      const email = `made${seed}n${++made}@client.example`
      const { status, body } = await ask(by, 'companies.create', {
        companyID: agency.id,
        ClientCompanyName: `New ${made}`,
        ClientFullName: `New ${made}`,
        ClientEmail: email,
        ClientPass: 'fresh paint 7',
      } as never)
      const isRight =
        isAllowed(by, callOf('companies.create')) &&
        reachesCompany(by.person, agency) &&
        by.person.company.kind !== 'client' &&
        isStanding(agency)
      if (!judge('make a client', by, status, isRight)) return
      const [row] = (body as { data: { id: string; company_id: string }[] }).data
      if (!row) return fail('A client was made and is not answered.')
      const company = await addCompany(row.company_id, 'client', agency)
      await h.db.user.update(row.id, {
        name: `${company.mark} main`,
        profileSetupCompleted: true,
        questionnaireSetupCompleted: true,
      })
      const hasPassword = (await h.db.user.findFresh(row.id))?.status === 'active'
      add({
        id: row.id,
        email,
        password: hasPassword ? 'fresh paint 7' : '',
        kind: 'client',
        company,
        isDefault: false,
        isMain: true,
        invitedBy: by.person,
      })
    },
    async remove() {
      const by = await somebody()
      const person = dice.pick(people)
      // Whole agencies are removed rarely, or soon nobody is left.
      if (!by || person.isGone || (person.company.kind === 'agency' && person.isMain && dice.chance(0.95))) return
      const { status } = await ask(by, 'companies.remove', { companyId: person.company.id, userId: person.id })
      const isOwn = person.company === by.person.company
      const isRight =
        isAllowed(by, callOf('companies.remove')) &&
        reachesCompany(by.person, person.company) &&
        person !== by.person &&
        (isOwn
          ? by.person.kind === 'operator' || by.person.kind === 'agency'
          : person.isMain && by.person.kind !== 'client') &&
        (!isOwn ||
          by.person.isDefault ||
          (!person.isDefault && isNarrower(modulesOf(person), leftOf(by))) ||
          person.kind === 'sales')
      if (!judge(`remove a ${person.kind}`, by, status, isRight)) return
      if (isOwn) person.isGone = true
      else end(person.company)
    },
    async 'make a role'(about) {
      const by = await somebody((person) => about === undefined || person === about)
      if (!by) return
      const company = about || dice.chance(0.8) ? by.person.company : dice.pick(companies)
      const known = !about && dice.chance(0.6) && roles.length > 0 ? dice.pick(roles) : undefined
      const all: Modules = {
        adsDesign: randomFlags(),
        campaign: randomFlags(),
        leads: randomFlags(),
        settings: randomFlags(),
      }
      const { status, body } = await ask(by, 'roles.save', {
        companyID: company.id,
        roleName: `${company.mark} role ${++made}`,
        roledata: roledata(all),
        ...(known && { roleID: known.id }),
      } as never)
      const isRight =
        isAllowed(by, callOf('roles.save')) &&
        reachesCompany(by.person, company) &&
        (!known || (known.companyId === company.id && !known.isGone)) &&
        (by.person.isDefault || (isNarrower(all, leftOf(by)) && (!known || by.person.role !== known)))
      if (!judge(known ? 'change a role' : 'make a role', by, status, isRight)) return
      if (known) known.modules = all
      else
        roles.push({
          id: (body as { data: { roleID: string } }).data.roleID,
          companyId: company.id,
          modules: all,
          isGone: false,
        })
    },
    async 'remove a role'() {
      const by = await somebody()
      if (!by || roles.length === 0) return
      const role = dice.pick(roles)
      const { status } = await ask(by, 'roles.remove', { companyID: role.companyId, roleID: role.id })
      const company = companies.find(({ id }) => id === role.companyId)
      const isHeld = people.some((person) => person.role === role && !person.isGone)
      const isRight =
        isAllowed(by, callOf('roles.remove')) && company !== undefined && reachesCompany(by.person, company) && !isHeld
      if (judge('remove a role', by, status, isRight)) role.isGone = true
    },
    async 'give a role'() {
      const by = await somebody()
      const person = dice.pick(people.filter(({ kind }) => kind !== 'client'))
      if (!by) return
      const role = dice.chance(0.3) || roles.length === 0 ? undefined : dice.pick(roles)
      const { status } = await ask(by, 'companies.update', {
        ClientID: person.id,
        action: 'staff',
        ClientRole: role?.id ?? '',
      } as never)
      const rights = role ? role.modules : modulesOf({ kind: 'agency', isDefault: true } as Person)
      const isRight =
        isAllowed(by, callOf('companies.update')) &&
        person.company === by.person.company &&
        !person.isGone &&
        (by.person.kind === 'operator' || (by.person.kind === 'agency' && person.kind !== 'sales')) &&
        (!role || (role.companyId === person.company.id && !role.isGone)) &&
        (by.person.isDefault ||
          person === by.person ||
          // What sales people may do their kind alone says.
          person.kind === 'sales' ||
          (isNarrower(modulesOf(person), leftOf(by)) && isNarrower(rights, leftOf(by))))
      if (!judge('give a role', by, status, isRight)) return
      if (person === by.person && !by.person.isDefault && !isNarrower(rights, modulesOf(person)))
        fail(`${nameOf(person)} gave themselves more than they had.`)
      // Sales people have none.
      if (person.kind !== 'sales') person.role = role
    },
    async 'assign sales people'() {
      const by = await somebody((person) => person.kind === 'operator' || dice.chance(0.1))
      if (!by) return
      const agency = dice.pick([northlight, copper])
      const sellers = people.filter((person) => person.kind === 'sales' && !person.isGone)
      const one = () => (dice.chance(0.4) || sellers.length === 0 ? '' : dice.pick(sellers).id)
      // Representatives, executives and referrers are different people.
      const input = { companyID: agency.id, salesRep: one(), salesAE: '', salesRef: '' }
      const { status } = await ask(by, 'sales.assign', input as never)
      const isRight = isAllowed(by, callOf('sales.assign')) && reachesCompany(by.person, agency)
      if (judge('assign sales people', by, status, isRight)) agency.sales = new Set([input.salesRep].filter(Boolean))
    },
    async look() {
      const by = await somebody((person) => person.kind === 'operator' || dice.chance(0.1))
      if (!by) return
      const person = dice.pick(people)
      const { status, body } = await ask(by, 'account.switchUser', { usrID: person.id })
      const isRight =
        isAllowed(by, callOf('account.switchUser')) &&
        reachesPerson(by.person, person) &&
        person.kind !== 'operator' &&
        isLiving(person)
      if (!judge('look', by, status, isRight)) return
      beginLook(by, person, body)
    },
    async 'look no more'() {
      const looks = tokens.filter((each) => each.kind === 'look' && isGood(each, now))
      if (looks.length === 0) return
      const seen = dice.pick(looks) as Look
      const { status } = await ask(seen, 'account.revertView', {})
      note(`${saying(seen)} ends: ${status}`)
      if (status !== 200) fail(`A look could not be ended: ${status}.`)
      seen.isEnded = true
      await look(seen)
    },
    async 'let programs in'() {
      const by = await somebody((person) => person.kind === 'operator' || dice.chance(0.1))
      const agency = dice.pick([northlight, copper])
      const main = people.find((person) => person.company === agency && person.isMain)
      if (!by || !main) return
      const isOn = dice.chance(0.7)
      const { status } = await ask(by, 'companies.update', { ClientID: main.id, ApiMode: isOn ? 'T' : 'F' } as never)
      const isRight = isAllowed(by, callOf('companies.update')) && by.person.kind === 'operator'
      if (!judge(isOn ? 'let programs in' : 'shut programs out', by, status, isRight)) return
      // Switched off, its keys are gone.
      if (!isOn || !agency.takesPrograms) for (const key of keys) if (key.company === agency) key.isGone = true
      if (isOn && !agency.takesPrograms) {
        // What the agency's yes to the agreement does.
        await h.db.apiKey.removeThoseUntil(agency.id, now)
        await h.db.company.update(agency.id, { hasDeveloperAgreement: true })
      }
      agency.takesPrograms = isOn
    },
    async 'make a key'() {
      const by = await somebody()
      if (!by) return
      const agency = dice.pick([northlight, copper])
      const name = `Key ${dice.below(3)}`
      const { status, body } = await ask(by, 'developer.generate', {
        company_id: agency.id,
        email: by.person.email,
        name,
        scopes: ['clients:read', 'campaigns:read', 'sign-in:write'],
      } as never)
      const isRight =
        isAllowed(by, callOf('developer.generate')) &&
        reachesCompany(by.person, agency) &&
        agency.takesPrograms &&
        isStanding(agency)
      if (!judge('make a key', by, status, isRight)) return
      const { client_id: id, secret_key: secret } = (body as { user: { client_id: string; secret_key: string } }).user
      // One of the same name has another secret now.
      for (const key of keys) if (key.id === id) key.isGone = true
      keys.push({ id, name, secret, company: agency, isGone: false })
    },
    async 'remove a key'() {
      const by = await somebody()
      if (!by || keys.length === 0) return
      const key = dice.pick(keys)
      const { status } = await ask(by, 'developer.removeKey', { company_id: key.company.id, key_id: key.id } as never)
      const isRight = isAllowed(by, callOf('developer.removeKey')) && reachesCompany(by.person, key.company)
      if (!judge('remove a key', by, status, isRight)) return
      for (const each of keys) if (each.id === key.id) each.isGone = true
    },
    async 'a program comes'() {
      if (keys.length === 0) return
      const key = dice.pick(keys)
      const { host } = key.company
      const input = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const { status, body } = await ask(undefined, 'developer.token', input as never, host)
      const isRight = !key.isGone && key.company.takesPrograms && isStanding(key.company)
      note(`a program of ${key.company.mark} comes: ${status}`)
      if ((status === 200) !== isRight) fail(`A key got ${status}, and should ${isRight ? '' : 'not '}be let in.`)
      if (status !== 200) return
      const { access_token: token } = body as { access_token: string }
      tokens.push({ kind: 'program', key, token, tokenEndsAt: now + ACCESS_MS })
    },
    async 'time goes on'() {
      now += dice.pick([
        5000,
        MINUTE,
        4 * MINUTE,
        11 * MINUTE,
        40 * MINUTE,
        5 * HOUR,
        ...(dice.chance(0.2) ? [3 * DAY] : []),
      ])
      h.setClock(now)
    },
  }
  /** Whether a token is good is what its own person hears of themselves. */
  async function look(token: SignIn | Look): Promise<void> {
    const { status } = await ask(token, 'account.me', { id: token.person.id })
    const is = status === 200 ? 'good' : 'not good'
    note(`${saying(token)} is ${is}`)
    if ((status === 200) !== isGood(token, now))
      fail(`The token of ${saying(token)} is ${is}, and should be otherwise: ${status}.`)
  }
  const login: World['login'] = (person) =>
    ask(undefined, 'session.login', { username: person.email, password: person.password } as never, person.host)
  const rotate = (session: Session) =>
    ask(undefined, 'session.refresh', { refresh_token: session.refresh }, session.host)
  /** Who came in while something else was done: what they saw may be from before it. */
  const come: World['come'] = (person, { status, body }, epoch, host = person.host) => {
    if (status !== 200) return undefined
    if ('access_token' in body) return enter(person, body as Trio, { epoch, host })
    stepOf.begun(person, body, host, epoch)
    return undefined
  }
  function rotated(session: Session, { status, body }: Awaited<ReturnType<typeof rotate>>): void {
    if (status !== 200) return
    const { access_token, refresh_token } = body as Trio
    Object.assign(session, { refresh: refresh_token, usedAt: now })
    tokens.push({ kind: 'sign-in', person: session.person, session, token: access_token, tokenEndsAt: now + ACCESS_MS })
  }
  const passwordOf = ({ person, token }: SignIn, next: string) =>
    ask({ ...tokens[0], kind: 'sign-in', person, token } as SignIn, 'session.changePassword', {
      usrID: person.id,
      currpassword: person.password,
      newpassword: next,
      renewpassword: next,
    } as never)
  function changedPassword(one: SignIn, next: string, status: number): void {
    if (status !== 200) return
    const { person, session } = one
    stale.push({ person, password: person.password })
    Object.assign(person, { password: next, changedAt: now, epoch: person.epoch + 1 })
    session.epoch = person.epoch
  }

  /** Two things at once: no matter in which order they come about, what ends something ends it. */
  const races: Record<string, (one: SignIn) => Promise<void>> = {
    async 'a new password while somebody signs in with the old one'(one) {
      const { person } = one
      const { epoch } = person
      const next = `fresh paint ${++made}`
      const [change, entrance] = await Promise.all([passwordOf(one, next), login(person)])
      changedPassword(one, next, change.status)
      const signIn = come(person, entrance, epoch)
      if (signIn) await look(signIn)
    },
    async 'a new password while the same browser refreshes'(one) {
      const next = `fresh paint ${++made}`
      const [change, refreshed] = await Promise.all([passwordOf(one, next), rotate(one.session)])
      changedPassword(one, next, change.status)
      rotated(one.session, refreshed)
      await look(one)
    },
    async 'signed out elsewhere while this browser refreshes'(one) {
      const [end, refreshed] = await Promise.all([ask(one, 'session.endAll', { others: 'T' }), rotate(one.session)])
      if (end.status === 200) one.session.epoch = ++one.person.epoch
      rotated(one.session, refreshed)
      await look(one)
    },
    async 'signed out while the same browser refreshes'(one) {
      const [end, refreshed] = await Promise.all([ask(one, 'session.logout', {}), rotate(one.session)])
      if (end.status === 200) one.session.isEnded = true
      rotated(one.session, refreshed)
      for (const token of signIns()
        .filter(({ session }) => session === one.session)
        .slice(-2))
        await look(token)
    },
    async 'two refreshes of one browser'(one) {
      const both = await Promise.all([rotate(one.session), rotate(one.session)])
      for (const each of both) rotated(one.session, each)
      await look(one)
    },
    async 'signed out while a look begins'(one) {
      if (one.person.kind !== 'operator') return
      const person = dice.pick(people.filter((each) => isLiving(each) && each.kind !== 'operator'))
      const [end, begun] = await Promise.all([
        ask(one, 'session.logout', {}),
        ask(one, 'account.switchUser', { usrID: person.id }),
      ])
      if (end.status === 200) one.session.isEnded = true
      if (begun.status !== 200) return
      const seen = beginLook(one, person, begun.body)
      await look(seen)
    },
    async 'removed while they sign in and refresh'(one) {
      const person = dice.pick(people)
      const session = sessions.findLast((each) => each.person === person)
      if (
        person.isGone ||
        person.password === '' ||
        (person.company.kind === 'agency' && person.isMain) ||
        one.person === person
      )
        return
      if (!one.person.isDefault || person.company !== one.person.company) return
      const [gone, entrance, refreshed] = await Promise.all([
        ask(one, 'companies.remove', { companyId: person.company.id, userId: person.id }),
        login(person),
        session && rotate(session),
      ])
      if (gone.status === 200) person.isGone = true
      if (session && refreshed) rotated(session, refreshed)
      const signIn = come(person, entrance, person.epoch)
      for (const token of [signIn, signIns().findLast((each) => each.session === session)]) if (token) await look(token)
    },
    async 'a key that goes while its program comes'(one) {
      const there = keys.filter((key) => !key.isGone)
      if (there.length === 0 || one.person.kind !== 'operator') return
      const key = dice.pick(there)
      const { host } = key.company
      const asked = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const [gone, entrance] = await Promise.all([
        ask(one, 'developer.removeKey', { company_id: key.company.id, key_id: key.id } as never),
        ask(undefined, 'developer.token', asked as never, host),
      ])
      if (gone.status === 200) for (const each of keys) if (each.id === key.id) each.isGone = true
      if (entrance.status !== 200) return
      const { access_token: token } = entrance.body as { access_token: string }
      const program: Program = { kind: 'program', key, token, tokenEndsAt: now + ACCESS_MS }
      tokens.push(program)
      await questionOf(program)
    },
    async 'a look whose holder gets a role'() {
      const other = await somebody((person) => person.kind === 'operator' && !person.isDefault)
      const one = await somebody((person) => person.kind === 'operator' && person.isDefault)
      const mine = roles.filter(
        ({ companyId, isGone, modules: { leads, settings } }) =>
          companyId === root.id && !isGone && !(leads.enabled && settings.enabled),
      )
      if (mine.length === 0) await changes['make a role']?.(one?.person)
      if (!other || !one || other.person.isDefault || !one.person.isDefault || mine.length === 0) return
      const person = dice.pick(people.filter((each) => isLiving(each) && each.kind === 'agency'))
      const give = (ClientRole: string) =>
        ask(one, 'companies.update', { ClientID: other.person.id, action: 'staff', ClientRole } as never)
      // In the beginning they have all that the look could be lent.
      if ((await give('')).status === 200) other.person.role = undefined
      const begun = await ask(other, 'account.switchUser', { usrID: person.id })
      if (begun.status !== 200) return
      const seen = beginLook(other, person, begun.body)
      const role = dice.pick(mine)
      const given = await give(role.id)
      if (given.status === 200) other.person.role = role
      for (const name of ['campaigns.list', 'companies.get', 'audit.list'] as const) await question(seen, name)
    },
    async 'a key that gets another secret'() {
      const by = await somebody((person) => person.company === northlight && person.isDefault)
      const there = keys.filter((key) => !key.isGone && key.company === northlight)
      if (!by || by.person.company !== northlight || there.length === 0 || !northlight.takesPrograms) return
      const key = dice.pick(there)
      const asked = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const entrance = await ask(undefined, 'developer.token', asked as never, northlight.host)
      if (entrance.status !== 200) return
      const { access_token: token } = entrance.body as { access_token: string }
      const program: Program = { kind: 'program', key, token, tokenEndsAt: now + ACCESS_MS }
      tokens.push(program)
      const wanted = {
        company_id: northlight.id,
        email: by.person.email,
        name: key.name,
        scopes: ['clients:read', 'campaigns:read', 'sign-in:write'],
      }
      const { status, body } = await ask(by, 'developer.generate', wanted as never)
      if (status === 200) {
        const { client_id: id, secret_key: secret } = (body as { user: { client_id: string; secret_key: string } }).user
        for (const each of keys) if (each.id === id) each.isGone = true
        keys.push({ id, name: key.name, secret, company: northlight, isGone: false })
      }
      await questionOf(program)
    },
    async 'a role that goes while somebody gets it'(one) {
      const mine = roles.filter((role) => role.companyId === one.person.company.id && !role.isGone)
      const free = mine.filter((role) => !people.some((person) => person.role === role && !person.isGone))
      const colleagues = people.filter(
        (person) => person.company === one.person.company && !person.isGone && !person.isMain && person !== one.person,
      )
      if (!one.person.isDefault || free.length === 0 || colleagues.length === 0) return
      const [role, person] = [dice.pick(free), dice.pick(colleagues)]
      if (person.kind === 'sales') return
      const [gone, given] = await Promise.all([
        ask(one, 'roles.remove', { companyID: role.companyId, roleID: role.id }),
        ask(one, 'companies.update', { ClientID: person.id, action: 'staff', ClientRole: role.id } as never),
      ])
      if (gone.status === 200 && given.status === 200)
        fail(`${nameOf(person)} has a role that was removed in the same moment.`)
      if (gone.status === 200) role.isGone = true
      if (given.status === 200) person.role = role
    },
  }
  const hostNames = new Set(Object.values(hosts))
  const looks: (() => Promise<void>)[] = []
  const world: World = {
    h,
    dice,
    root,
    companies,
    agencies: [northlight, copper],
    people,
    sessions,
    tokens,
    keys,
    roles,
    stale,
    isForced,
    mark: `t${seed}`,
    now: () => now,
    wait(ms) {
      now += ms
      h.setClock(now)
    },
    async drain() {
      await h.drain()
      for (const look of looks) await look()
    },
    afterDrain: (look) => void looks.push(look),
    next: () => ++made,
    note,
    fail,
    changed,
    nameOf,
    named,
    siteAt,
    everyHost: () => [...hostNames],
    addHost: (host) => void hostNames.add(host),
    addCompany,
    add,
    ask,
    enter,
    come,
    login,
    look,
    judge,
    somebody,
    signIn,
    beginLook: async (by, person) => {
      const { status, body } = await ask(by, 'account.switchUser', { usrID: person.id })
      return status === 200 ? beginLook(by, person, body) : undefined
    },
    owes,
    forbiddenIn,
    hostOf,
    saying,
    passwordOf,
    changedPassword,
    may: (one, id) => isAllowed(one, callOf(id)),
    hasRoom: () => companies.length <= MOST_MADE,
  }
  const papers = openPapers(world)
  const stepOf = stepSlice(world, papers)
  const paperOf = paperSlice(world, papers, stepOf)
  const left = leftSlice(world, stepOf, paperOf)
  const slices = [
    stepOf,
    paperOf,
    addressSlice(world, papers),
    hostSlice(world),
    left,
    domainSlice(world, papers, names),
  ]
  const allChanges: Changes = Object.assign({}, changes, ...slices.map((slice) => slice.changes))
  const allRaces: typeof races = Object.assign({}, races, ...slices.map((slice) => slice.races))

  async function race(): Promise<void> {
    const one = await somebody()
    // What is left behind has many ends, and as many who show it.
    const name = dice.pick(Object.keys(dice.chance(0.3) ? left.races : allRaces))
    // Of somebody who has left the browser for too long nothing is refreshed.
    if (!one || one.session.usedAt < now - HOUR) return
    note(`${name}: ${nameOf(one.person)}`)
    await allRaces[name]?.(one)
    changed(name)
  }

  function forbiddenIn(text: string, token: SignIn | Look): Company | undefined {
    return companies.find((company) => text.includes(company.mark) && !mayKnow(token.person, company))
  }

  /** Any token asks anything about anybody. */
  async function question(asked?: SignIn | Look, wanted?: CallName): Promise<void> {
    if (tokens.length === 0) return
    const recent = tokens.slice(-60)
    const good = tokens.filter((each) => isGood(each, now))
    const token =
      asked ?? (good.length > 0 && dice.chance(0.6) ? dice.pick(good) : dice.pick(dice.chance(0.5) ? recent : tokens))
    if (token.kind === 'program') return questionOf(token)
    const entry = wanted
      ? callOf(wanted)
      : dice.chance(0.2)
        ? callOf('account.me')
        : dice.chance(0.5)
          ? callOf(dice.pick(often))
          : dice.pick(questions)
    const { call, id } = entry
    const input: Record<string, unknown> = { ...(samples[id](cast, like[token.person.kind]) as object) }
    const company = dice.chance(0.5) ? token.person.company : dice.pick(companies)
    const person = dice.chance(0.5) ? token.person : dice.pick(people)
    if (call.company) input[call.company] = company.id
    if (call.user) input[call.user] = person.id
    const host = dice.chance(0.9) ? hostOf(token) : dice.pick(world.everyHost())
    const { status, body } = await ask(token, id, input as never, host)
    const at = `${id} of ${call.company ? company.mark : ''} ${call.user ? nameOf(person) : ''} by ${saying(token)}: ${status}`
    note(at)
    told.questions++
    const said = JSON.stringify(body)
    if (status >= 500) fail(`${at} ${said}`)
    if (!isGood(token, now) || !isHere(token, host)) {
      // Nobody lives where an agency has moved out.
      if (status !== 401 && !(status === 404 && !siteAt(host)))
        fail(`A token that is good no more was answered: ${at} ${said.slice(0, 300)}`)
      told.refused++
      return
    }
    if (status === 401) fail(`A token that is good was refused: ${at} ${said}`)
    const isReached =
      (!call.company || reachesCompany(token.person, company)) &&
      (!call.user ||
        (reachesPerson(token.person, person) &&
          (person === token.person || call.can !== 'signed-in' || isAllowedForOthers(token, entry))))
    const isRight = isAllowed(token, entry) && isReached && (!owes(token) || beforeSecondStep.has(id))
    if (status < 300 && !isRight) fail(`More than this person may: ${at} ${said.slice(0, 300)}`)
    const shown = status < 300 ? forbiddenIn(said, token) : undefined
    if (shown) fail(`${at} shows ${shown.mark}: ${said.slice(0, 600)}`)
    // Somebody new sees nothing before their profile is set up.
    const isNew = said.includes('profile set-up')
    if (status === 403 && isRight && !isNew && (sure.has(id) || (id === 'account.me' && person === token.person)))
      fail(`Less than this person may: ${at} ${said}`)
    if (status < 300) told.answered++
    else told.refused++
  }
  async function questionOf(program: Program): Promise<void> {
    const name = dice.pick([...ofPrograms])
    const { status, body } = await ask(program, name, {} as never)
    const at = `${name} by ${saying(program)}: ${status}`
    note(at)
    told.questions++
    const good = isGood(program, now)
    if (good !== (status === 200))
      fail(`A program whose token is ${good ? '' : 'not '}good: ${at} ${JSON.stringify(body)}`)
    const shown = companies.find(
      (company) =>
        JSON.stringify(body).includes(company.mark) &&
        company !== program.key.company &&
        company.parent !== program.key.company &&
        company !== root,
    )
    if (shown) fail(`${at} shows ${shown.mark}`)
  }

  // People come and go more often than they do all else.
  const eachChange = [...Object.keys(changes), ...Object.keys(allChanges)]
  for (; told.steps < steps; told.steps++) {
    const change = allChanges[dice.pick(eachChange)]
    if (dice.chance(0.25)) await race()
    else if (dice.chance(0.5) && change) await change()
    else await question()
  }
  if (people.filter(isLiving).length < 3) note('Hardly anybody is left.')
  return told
}
