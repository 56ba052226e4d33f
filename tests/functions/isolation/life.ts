// Lives of the people of a platform: they come and go, get roles and lose them, sign in, look through others' eyes, let programs in; and
// all the time every token that was ever given out is shown for anything. What a token opens must be what its person may do now.
import { allCalls, type CallName, type Input, type NamedCall } from '#shared/contracts/index.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { type Dice, openDice } from '#tests/simulator/dice.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { names as moduleNames } from '../roles/stage.ts'
import {
  ACCESS_MS,
  type Firm,
  type Flags,
  goesOn,
  isAllowed,
  isAllowedForOthers,
  isGood,
  isLiving,
  isNarrower,
  isStanding,
  type Key,
  type Look,
  leftOf,
  type Modules,
  mayKnow,
  modulesOf,
  type Program,
  type Role,
  reachesFirm,
  reachesSoul,
  SESSION_MS,
  type Session,
  type SignIn,
  type Soul,
  type Token,
  VIEW_MS,
} from './life-model.ts'

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
const like: Record<Soul['kind'], Member> = {
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

export async function live(h: Harness, { seed, steps }: { seed: number; steps: number }): Promise<Told> {
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
  const firms: Firm[] = []
  async function addFirm(id: string, kind: Firm['kind'], parent: Firm | undefined): Promise<Firm> {
    const mark = `MARK${seed}x${firms.length}x`
    const firm: Firm = { id, kind, parent, mark, isGone: false, sales: new Set(), takesPrograms: false }
    firms.push(firm)
    const { company } = h.db
    const { brand } = await company.get(id)
    await company.update(id, { name: mark, legalName: mark, brand: { ...brand, name: mark, shortName: mark } })
    return firm
  }
  const root = await addFirm(cast.root.id, 'root', undefined)
  const northlight = await addFirm(cast.northlight.id, 'agency', root)
  const copper = await addFirm(cast.copper.id, 'agency', root)
  const smiles = await addFirm(cast.brightSmiles.id, 'client', northlight)
  const harbor = await addFirm(cast.harbor.id, 'client', northlight)
  const peak = await addFirm(cast.peakFitness.id, 'client', copper)
  const { users, hosts } = cast
  northlight.sales = new Set([users.sam.id, users.ellen.id, users.rita.id])
  const souls: Soul[] = []
  const add = (soul: Omit<Soul, 'isGone' | 'epoch' | 'changedAt' | 'role'> & { role?: Role }): Soul => {
    const whole: Soul = { role: undefined, ...soul, isGone: false, epoch: 0, changedAt: 0 }
    souls.push(whole)
    return whole
  }
  const born = async (who: Member, kind: Soul['kind'], firm: Firm, host: string) => {
    const { id, email, isDefaultAdmin, userType } = users[who]
    await h.db.user.update(id, { name: `${firm.mark} ${who}` })
    const isMain = (firm.kind === 'agency' && userType === 'agency') || firm.kind === 'client'
    add({ id, email, password: FIRST, kind, firm, host, isDefault: isDefaultAdmin, isMain })
  }
  for (const who of ['olive', 'otto'] as const) await born(who, 'operator', root, hosts.root)
  for (const who of ['sam', 'ellen', 'rita'] as const) {
    await h.db.user.update(users[who].id, { connection: 'completed' })
    await born(who, 'sales', root, hosts.root)
  }
  await born('ada', 'agency', northlight, hosts.northlight)
  await born('amos', 'agency', northlight, hosts.northlight)
  await born('admin', 'administrator', northlight, hosts.northlight)
  await born('abe', 'agency', copper, hosts.copper)
  await born('cleo', 'client', smiles, hosts.northlight)
  await born('lola', 'client', harbor, hosts.northlight)
  await born('carl', 'client', peak, hosts.copper)
  northlight.takesPrograms = true
  await h.db.company.update(northlight.id, { apiMode: true, hasDeveloperAgreement: true })
  const roles: Role[] = []
  const tokens: Token[] = []
  const sessions: Session[] = []
  const keys: Key[] = []
  const links: { soul: Soul; token: string; host: string; endsAt: number; at: number; isUsed: boolean }[] = []
  const stale: { soul: Soul; password: string }[] = []

  const signIns = () => tokens.filter((each) => each.kind === 'sign-in')
  const nameOf = (soul: Soul) => souls.indexOf(soul) + soul.kind
  const saying = (token: Token) =>
    token.kind === 'program'
      ? `program of ${token.key.firm.mark}`
      : `${nameOf(token.soul)}${token.kind === 'look' ? ` seen by ${nameOf(token.by.soul)}` : ''}`
  const hostOf = (token: Token) =>
    token.kind === 'program'
      ? token.key.firm === northlight
        ? hosts.northlight
        : hosts.copper
      : token.kind === 'look'
        ? token.by.soul.host
        : token.soul.host
  const ip = () => `198.51.${dice.below(250)}.${dice.below(250)}`
  const ask = <Name extends CallName>(token: Token | undefined, name: Name, input: Input<Name>, host?: string) =>
    h.call(null, name, input, {
      host: host ?? (token ? hostOf(token) : hosts.root),
      token: token?.token ?? null,
      ip: ip(),
    })

  type Trio = { access_token: string; refresh_token: string }
  function enter(soul: Soul, { access_token, refresh_token }: Trio): SignIn {
    const session: Session = {
      soul,
      refresh: refresh_token,
      endsAt: now + SESSION_MS,
      usedAt: now,
      epoch: soul.epoch,
      isEnded: false,
    }
    sessions.push(session)
    const signIn: SignIn = { kind: 'sign-in', soul, session, token: access_token, tokenEndsAt: now + ACCESS_MS }
    tokens.push(signIn)
    return signIn
  }
  async function signIn(soul: Soul, password = soul.password): Promise<void> {
    const { status, body } = await ask(
      undefined,
      'session.login',
      { username: soul.email, password } as never,
      soul.host,
    )
    const isIn = status === 200 && 'access_token' in body
    const isRight = isLiving(soul) && password === soul.password && password !== ''
    note(`${nameOf(soul)} signs in: ${status}`)
    if (isIn !== isRight) fail(`${nameOf(soul)} signed in with ${status}, but ${isRight ? 'may' : 'may not'}.`)
    if (isIn) enter(soul, body as Trio)
  }
  /** Somebody signed in whose short token is good. */
  async function somebody(test: (soul: Soul) => boolean = () => true): Promise<SignIn | undefined> {
    // Grave calls ask for a password that was given just now.
    const isFresh = ({ session }: SignIn) => session.endsAt - SESSION_MS > now - 15 * MINUTE
    const ready = signIns().filter((each) => isGood(each, now) && isFresh(each) && test(each.soul))
    if (ready.length > 0 && dice.chance(0.8)) return dice.pick(ready)
    const living = souls.filter((soul) => isLiving(soul) && soul.password && test(soul))
    if (living.length === 0) return undefined
    const soul = dice.pick(living)
    await signIn(soul)
    return signIns().findLast((each) => each.soul === soul)
  }
  /** What was lent is what its holder had in that moment. */
  function beginLook(by: SignIn, soul: Soul, body: unknown): Look {
    const { access_token: token } = body as { access_token: string }
    const lent = structuredClone(leftOf(by))
    const seen: Look = { kind: 'look', soul, by: by.session, token, tokenEndsAt: now + VIEW_MS, lent, isEnded: false }
    tokens.push(seen)
    return seen
  }
  /** A change that a person asked for and got must be one that they may make. */
  const judge = (what: string, by: SignIn, status: number, isRight: boolean): boolean => {
    note(`${what} by ${nameOf(by.soul)} ${isRight ? '' : '(not theirs) '}: ${status}`)
    if (status >= 500) fail(`${what} failed with ${status}.`)
    if (status >= 300) return false
    if (!isRight) fail(`${what} was accepted from ${nameOf(by.soul)}, who may not do it.`)
    changed(what)
    return true
  }

  function end(firm: Firm): void {
    firm.isGone = true
    for (const soul of souls) if (soul.firm === firm) soul.isGone = true
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

  const changes: Record<string, (about?: Soul) => Promise<void>> = {
    async 'sign in'() {
      await signIn(dice.pick(souls))
    },
    async 'sign in with an old password'() {
      if (stale.length === 0) return
      const { soul, password } = dice.pick(stale)
      await signIn(soul, password)
    },
    async refresh() {
      if (sessions.length === 0) return
      const one = dice.pick(sessions)
      const { soul } = one
      const idle = soul.kind === 'operator' || soul.kind === 'sales' || soul.isDefault ? 12 * HOUR : 14 * DAY
      const isRight = goesOn(one, now) && now < one.usedAt + idle
      const { status, body } = await ask(undefined, 'session.refresh', { refresh_token: one.refresh }, soul.host)
      note(`${nameOf(soul)} refreshes: ${status}`)
      if ((status === 200) !== isRight)
        fail(`A refresh by ${nameOf(soul)} ended with ${status}, and should ${isRight ? '' : 'not '}go on.`)
      if (status !== 200) return
      const { access_token, refresh_token } = body as Trio
      Object.assign(one, { refresh: refresh_token, usedAt: now })
      tokens.push({ kind: 'sign-in', soul, session: one, token: access_token, tokenEndsAt: now + ACCESS_MS })
    },
    async 'log out'() {
      const one = await somebody()
      if (!one) return
      const { status } = await ask(one, 'session.logout', {})
      if (judge('log out', one, status, true)) one.session.isEnded = true
    },
    async 'end all'() {
      const one = await somebody()
      if (!one) return
      const others = dice.chance(0.5)
      const { status } = await ask(one, 'session.endAll', others ? { others: 'T' } : {})
      if (!judge('end all', one, status, true)) return
      one.soul.epoch++
      if (others) one.session.epoch = one.soul.epoch
    },
    async 'new password'() {
      const one = await somebody()
      if (!one) return
      const { soul } = one
      const next = `fresh paint ${++made}`
      const input = { usrID: soul.id, currpassword: soul.password, newpassword: next, renewpassword: next }
      const { status } = await ask(one, 'session.changePassword', input as never)
      if (!judge('new password', one, status, true)) return
      stale.push({ soul, password: soul.password })
      soul.password = next
      soul.changedAt = now
      soul.epoch++
      one.session.epoch = soul.epoch
    },
    async 'ask for a link'(soul = dice.pick(souls)) {
      await h.call(null, 'session.forgot', { username: soul.email, gtoken: '' } as never, { host: soul.host, ip: ip() })
      const mails = (await h.mailsTo(soul.email)).filter(({ text }) => text?.includes('/set-new-password/'))
      const token = /\/set-new-password\/([\w-]{43})\?/.exec(mails[0]?.text ?? '')?.[1]
      note(`a link for ${nameOf(soul)}: ${token ? 'came' : 'did not come'}`)
      if (token && !links.some((link) => link.token === token)) {
        links.push({ soul, token, host: soul.host, endsAt: now + 30 * MINUTE, at: now, isUsed: false })
        if (!isLiving(soul)) fail(`A link was mailed to ${nameOf(soul)}, who is gone.`)
      }
    },
    async 'use a link'(about) {
      const link = about ? links.findLast((each) => each.soul === about) : links[dice.below(links.length)]
      if (!link) return
      const { soul } = link
      const next = `by a link ${++made}`
      const input = { token: link.token, email: soul.email, newpassword: next }
      const { status } = await ask(undefined, 'session.setPassword', input as never, link.host)
      // A new password spends those from before it.
      const isRight = !link.isUsed && now < link.endsAt && soul.changedAt <= link.at && isLiving(soul)
      note(`the link of ${nameOf(soul)}: ${status}`)
      if (status === 200 && !isRight) fail(`A link of ${nameOf(soul)} opened what it should not.`)
      if (status !== 200) return
      changed('use a link')
      link.isUsed = true
      stale.push({ soul, password: soul.password })
      soul.password = next
      soul.changedAt = now
      soul.epoch++
    },
    async 'make a colleague'() {
      const by = await somebody()
      if (!by || made > 10 * MOST_MADE) return
      const firm = dice.chance(0.85) ? by.soul.firm : dice.pick(firms)
      const kind = firm.kind === 'root' && dice.chance(0.4) ? 'sales' : 'administrator'
      const role = dice.chance(0.5) && roles.length > 0 ? dice.pick(roles) : undefined
      const isDefault = kind !== 'sales' && dice.chance(0.15)
      const email = `made${seed}n${++made}@staff.example`
      const { status, body } = await ask(by, 'companies.create', {
        companyID: firm.id,
        userType: kind,
        ClientFullName: `${firm.mark} ${made}`,
        ClientEmail: email,
        ClientPass: 'fresh paint 7',
        ...(kind === 'sales' ? { salesKind: 'representative' } : { defaultAdmin: isDefault ? 'T' : 'F' }),
        ...(role && kind !== 'sales' && { ClientRole: role.id }),
      } as never)
      const given = role && kind !== 'sales' ? role : undefined
      const rights = isDefault || !given ? modulesOf({ kind: 'agency', isDefault: true } as Soul) : given.modules
      const isRight =
        isAllowed(by, callOf('companies.create')) &&
        firm === by.soul.firm &&
        (given === undefined || (given.companyId === firm.id && !given.isGone)) &&
        (by.soul.kind === 'operator' || (kind === 'administrator' && by.soul.kind === 'agency')) &&
        (by.soul.isDefault || (!isDefault && (kind === 'sales' || isNarrower(rights, leftOf(by)))))
      if (!judge('make a colleague', by, status, isRight)) return
      const id = (body as { person?: { id: string } }).person?.id
      if (!id) return fail('Somebody was made and is not answered.')
      add({
        id,
        email,
        password: 'fresh paint 7',
        kind: kind === 'sales' ? 'sales' : firm.kind === 'root' ? 'operator' : 'administrator',
        firm,
        host: firm === root ? hosts.root : firm === northlight ? hosts.northlight : hosts.copper,
        isDefault,
        isMain: false,
        ...(given && { role: given }),
      })
      if (kind === 'sales') await h.db.user.update(id, { connection: 'completed' })
    },
    async 'make a client'() {
      const by = await somebody()
      if (!by || firms.length > MOST_MADE) return
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
        reachesFirm(by.soul, agency) &&
        by.soul.firm.kind !== 'client' &&
        isStanding(agency)
      if (!judge('make a client', by, status, isRight)) return
      const [row] = (body as { data: { id: string; company_id: string }[] }).data
      if (!row) return fail('A client was made and is not answered.')
      const firm = await addFirm(row.company_id, 'client', agency)
      await h.db.user.update(row.id, {
        name: `${firm.mark} main`,
        profileSetupCompleted: true,
        questionnaireSetupCompleted: true,
      })
      const host = agency === northlight ? hosts.northlight : hosts.copper
      const hasPassword = (await h.db.user.findFresh(row.id))?.status === 'active'
      add({
        id: row.id,
        email,
        password: hasPassword ? 'fresh paint 7' : '',
        kind: 'client',
        firm,
        host,
        isDefault: false,
        isMain: true,
      })
    },
    async remove() {
      const by = await somebody()
      const soul = dice.pick(souls)
      // Whole agencies are removed rarely, or soon nobody is left.
      if (!by || soul.isGone || (soul.firm.kind === 'agency' && soul.isMain && dice.chance(0.95))) return
      const { status } = await ask(by, 'companies.remove', { companyId: soul.firm.id, userId: soul.id })
      const isOwn = soul.firm === by.soul.firm
      const isRight =
        isAllowed(by, callOf('companies.remove')) &&
        reachesFirm(by.soul, soul.firm) &&
        soul !== by.soul &&
        (isOwn ? by.soul.kind === 'operator' || by.soul.kind === 'agency' : soul.isMain && by.soul.kind !== 'client') &&
        (!isOwn ||
          by.soul.isDefault ||
          (!soul.isDefault && isNarrower(modulesOf(soul), leftOf(by))) ||
          soul.kind === 'sales')
      if (!judge(`remove a ${soul.kind}`, by, status, isRight)) return
      if (isOwn) soul.isGone = true
      else end(soul.firm)
    },
    async 'make a role'(about) {
      const by = await somebody((soul) => about === undefined || soul === about)
      if (!by) return
      const firm = about || dice.chance(0.8) ? by.soul.firm : dice.pick(firms)
      const known = !about && dice.chance(0.6) && roles.length > 0 ? dice.pick(roles) : undefined
      const all: Modules = {
        adsDesign: randomFlags(),
        campaign: randomFlags(),
        leads: randomFlags(),
        settings: randomFlags(),
      }
      const { status, body } = await ask(by, 'roles.save', {
        companyID: firm.id,
        roleName: `${firm.mark} role ${++made}`,
        roledata: roledata(all),
        ...(known && { roleID: known.id }),
      } as never)
      const isRight =
        isAllowed(by, callOf('roles.save')) &&
        reachesFirm(by.soul, firm) &&
        (!known || (known.companyId === firm.id && !known.isGone)) &&
        (by.soul.isDefault || (isNarrower(all, leftOf(by)) && (!known || by.soul.role !== known)))
      if (!judge(known ? 'change a role' : 'make a role', by, status, isRight)) return
      if (known) known.modules = all
      else
        roles.push({
          id: (body as { data: { roleID: string } }).data.roleID,
          companyId: firm.id,
          modules: all,
          isGone: false,
        })
    },
    async 'remove a role'() {
      const by = await somebody()
      if (!by || roles.length === 0) return
      const role = dice.pick(roles)
      const { status } = await ask(by, 'roles.remove', { companyID: role.companyId, roleID: role.id })
      const firm = firms.find(({ id }) => id === role.companyId)
      const isHeld = souls.some((soul) => soul.role === role && !soul.isGone)
      const isRight =
        isAllowed(by, callOf('roles.remove')) && firm !== undefined && reachesFirm(by.soul, firm) && !isHeld
      if (judge('remove a role', by, status, isRight)) role.isGone = true
    },
    async 'give a role'() {
      const by = await somebody()
      const soul = dice.pick(souls.filter(({ kind }) => kind !== 'client'))
      if (!by) return
      const role = dice.chance(0.3) || roles.length === 0 ? undefined : dice.pick(roles)
      const { status } = await ask(by, 'companies.update', {
        ClientID: soul.id,
        action: 'staff',
        ClientRole: role?.id ?? '',
      } as never)
      const rights = role ? role.modules : modulesOf({ kind: 'agency', isDefault: true } as Soul)
      const isRight =
        isAllowed(by, callOf('companies.update')) &&
        soul.firm === by.soul.firm &&
        !soul.isGone &&
        (by.soul.kind === 'operator' || (by.soul.kind === 'agency' && soul.kind !== 'sales')) &&
        (!role || (role.companyId === soul.firm.id && !role.isGone)) &&
        (by.soul.isDefault ||
          soul === by.soul ||
          // What sales people may do their kind alone says.
          soul.kind === 'sales' ||
          (isNarrower(modulesOf(soul), leftOf(by)) && isNarrower(rights, leftOf(by))))
      if (!judge('give a role', by, status, isRight)) return
      if (soul === by.soul && !by.soul.isDefault && !isNarrower(rights, modulesOf(soul)))
        fail(`${nameOf(soul)} gave themselves more than they had.`)
      // Sales people have none.
      if (soul.kind !== 'sales') soul.role = role
    },
    async 'assign sales people'() {
      const by = await somebody((soul) => soul.kind === 'operator' || dice.chance(0.1))
      if (!by) return
      const agency = dice.pick([northlight, copper])
      const sellers = souls.filter((soul) => soul.kind === 'sales' && !soul.isGone)
      const one = () => (dice.chance(0.4) || sellers.length === 0 ? '' : dice.pick(sellers).id)
      // Representatives, executives and referrers are different people.
      const input = { companyID: agency.id, salesRep: one(), salesAE: '', salesRef: '' }
      const { status } = await ask(by, 'sales.assign', input as never)
      const isRight = isAllowed(by, callOf('sales.assign')) && reachesFirm(by.soul, agency)
      if (judge('assign sales people', by, status, isRight)) agency.sales = new Set([input.salesRep].filter(Boolean))
    },
    async look() {
      const by = await somebody((soul) => soul.kind === 'operator' || dice.chance(0.1))
      if (!by) return
      const soul = dice.pick(souls)
      const { status, body } = await ask(by, 'account.switchUser', { usrID: soul.id })
      const isRight =
        isAllowed(by, callOf('account.switchUser')) &&
        reachesSoul(by.soul, soul) &&
        soul.kind !== 'operator' &&
        isLiving(soul)
      if (!judge('look', by, status, isRight)) return
      beginLook(by, soul, body)
    },
    async 'look no more'() {
      const looks = tokens.filter((each) => each.kind === 'look' && isGood(each, now))
      if (looks.length === 0) return
      const look = dice.pick(looks) as Look
      const { status } = await ask(look, 'account.revertView', {})
      note(`${saying(look)} ends: ${status}`)
      if (status !== 200) fail(`A look could not be ended: ${status}.`)
      look.isEnded = true
    },
    async 'let programs in'() {
      const by = await somebody((soul) => soul.kind === 'operator' || dice.chance(0.1))
      const agency = dice.pick([northlight, copper])
      const main = souls.find((soul) => soul.firm === agency && soul.isMain)
      if (!by || !main) return
      const isOn = dice.chance(0.7)
      const { status } = await ask(by, 'companies.update', { ClientID: main.id, ApiMode: isOn ? 'T' : 'F' } as never)
      const isRight = isAllowed(by, callOf('companies.update')) && by.soul.kind === 'operator'
      if (!judge(isOn ? 'let programs in' : 'shut programs out', by, status, isRight)) return
      // Switched off, its keys are gone.
      if (!isOn || !agency.takesPrograms) for (const key of keys) if (key.firm === agency) key.isGone = true
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
        email: by.soul.email,
        name,
        scopes: ['clients:read', 'campaigns:read'],
      } as never)
      const isRight =
        isAllowed(by, callOf('developer.generate')) &&
        reachesFirm(by.soul, agency) &&
        agency.takesPrograms &&
        isStanding(agency)
      if (!judge('make a key', by, status, isRight)) return
      const { client_id: id, secret_key: secret } = (body as { user: { client_id: string; secret_key: string } }).user
      // One of the same name has another secret now.
      for (const key of keys) if (key.id === id) key.isGone = true
      keys.push({ id, name, secret, firm: agency, isGone: false })
    },
    async 'remove a key'() {
      const by = await somebody()
      if (!by || keys.length === 0) return
      const key = dice.pick(keys)
      const { status } = await ask(by, 'developer.removeKey', { company_id: key.firm.id, key_id: key.id } as never)
      const isRight = isAllowed(by, callOf('developer.removeKey')) && reachesFirm(by.soul, key.firm)
      if (!judge('remove a key', by, status, isRight)) return
      for (const each of keys) if (each.id === key.id) each.isGone = true
    },
    async 'a program comes'() {
      if (keys.length === 0) return
      const key = dice.pick(keys)
      const host = key.firm === northlight ? hosts.northlight : hosts.copper
      const input = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const { status, body } = await ask(undefined, 'developer.token', input as never, host)
      const isRight = !key.isGone && key.firm.takesPrograms && isStanding(key.firm)
      note(`a program of ${key.firm.mark} comes: ${status}`)
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
    const { status } = await ask(token, 'account.me', { id: token.soul.id })
    const is = status === 200 ? 'good' : 'not good'
    note(`${saying(token)} is ${is}`)
    if ((status === 200) !== isGood(token, now))
      fail(`The token of ${saying(token)} is ${is}, and should be otherwise: ${status}.`)
  }
  const login = (soul: Soul) =>
    ask(undefined, 'session.login', { username: soul.email, password: soul.password } as never, soul.host)
  const rotate = (session: Session) =>
    ask(undefined, 'session.refresh', { refresh_token: session.refresh }, session.soul.host)
  function rotated(session: Session, { status, body }: Awaited<ReturnType<typeof rotate>>): void {
    if (status !== 200) return
    const { access_token, refresh_token } = body as Trio
    Object.assign(session, { refresh: refresh_token, usedAt: now })
    tokens.push({ kind: 'sign-in', soul: session.soul, session, token: access_token, tokenEndsAt: now + ACCESS_MS })
  }
  const passwordOf = ({ soul, token }: SignIn, next: string) =>
    ask({ ...tokens[0], kind: 'sign-in', soul, token } as SignIn, 'session.changePassword', {
      usrID: soul.id,
      currpassword: soul.password,
      newpassword: next,
      renewpassword: next,
    } as never)
  function changedPassword(one: SignIn, next: string, status: number): void {
    if (status !== 200) return
    const { soul, session } = one
    stale.push({ soul, password: soul.password })
    Object.assign(soul, { password: next, changedAt: now, epoch: soul.epoch + 1 })
    session.epoch = soul.epoch
  }

  /** Two things at once: no matter in which order they come about, what ends something ends it. */
  const races: Record<string, (one: SignIn) => Promise<void>> = {
    async 'a new password while somebody signs in with the old one'(one) {
      const { soul } = one
      const { epoch } = soul
      const next = `fresh paint ${++made}`
      const [change, entrance] = await Promise.all([passwordOf(one, next), login(soul)])
      changedPassword(one, next, change.status)
      if (entrance.status !== 200) return
      const signIn = enter(soul, entrance.body as Trio)
      signIn.session.epoch = epoch
      await look(signIn)
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
      if (end.status === 200) one.session.epoch = ++one.soul.epoch
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
      if (one.soul.kind !== 'operator') return
      const soul = dice.pick(souls.filter((each) => isLiving(each) && each.kind !== 'operator'))
      const [end, begun] = await Promise.all([
        ask(one, 'session.logout', {}),
        ask(one, 'account.switchUser', { usrID: soul.id }),
      ])
      if (end.status === 200) one.session.isEnded = true
      if (begun.status !== 200) return
      const seen = beginLook(one, soul, begun.body)
      await look(seen)
    },
    async 'removed while they sign in and refresh'(one) {
      const soul = dice.pick(souls)
      const session = sessions.findLast((each) => each.soul === soul)
      if (soul.isGone || soul.password === '' || (soul.firm.kind === 'agency' && soul.isMain) || one.soul === soul)
        return
      if (!one.soul.isDefault || soul.firm !== one.soul.firm) return
      const [gone, entrance, refreshed] = await Promise.all([
        ask(one, 'companies.remove', { companyId: soul.firm.id, userId: soul.id }),
        login(soul),
        session && rotate(session),
      ])
      if (gone.status === 200) soul.isGone = true
      if (session && refreshed) rotated(session, refreshed)
      const signIn = entrance.status === 200 ? enter(soul, entrance.body as Trio) : undefined
      for (const token of [signIn, signIns().findLast((each) => each.session === session)]) if (token) await look(token)
    },
    async 'a key that goes while its program comes'(one) {
      const there = keys.filter((key) => !key.isGone)
      if (there.length === 0 || one.soul.kind !== 'operator') return
      const key = dice.pick(there)
      const host = key.firm === northlight ? hosts.northlight : hosts.copper
      const asked = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const [gone, entrance] = await Promise.all([
        ask(one, 'developer.removeKey', { company_id: key.firm.id, key_id: key.id } as never),
        ask(undefined, 'developer.token', asked as never, host),
      ])
      if (gone.status === 200) for (const each of keys) if (each.id === key.id) each.isGone = true
      if (entrance.status !== 200) return
      const { access_token: token } = entrance.body as { access_token: string }
      const program: Program = { kind: 'program', key, token, tokenEndsAt: now + ACCESS_MS }
      tokens.push(program)
      await questionOf(program)
    },
    async 'one link that is used twice'() {
      const link = links.findLast((each) => !each.isUsed && now < each.endsAt && isLiving(each.soul))
      if (!link || link.soul.changedAt > link.at) return
      const { soul } = link
      const next = [`by a link ${++made}`, `by a link ${++made}`] as const
      const set = (newpassword: string) =>
        ask(undefined, 'session.setPassword', { token: link.token, email: soul.email, newpassword } as never, link.host)
      const both = await Promise.all([set(next[0]), set(next[1])])
      const won = next.filter((_, index) => both[index]?.status === 200)
      if (won.length > 1) fail(`One link of ${nameOf(soul)} set two passwords.`)
      const [password] = won
      if (password === undefined) return
      link.isUsed = true
      stale.push({ soul, password: soul.password })
      Object.assign(soul, { password, changedAt: now, epoch: soul.epoch + 1 })
    },
    async 'a look whose holder gets a role'() {
      const other = await somebody((soul) => soul.kind === 'operator' && !soul.isDefault)
      const one = await somebody((soul) => soul.kind === 'operator' && soul.isDefault)
      const mine = roles.filter(
        ({ companyId, isGone, modules: { leads, settings } }) =>
          companyId === root.id && !isGone && !(leads.enabled && settings.enabled),
      )
      if (mine.length === 0) await changes['make a role']?.(one?.soul)
      if (!other || !one || other.soul.isDefault || !one.soul.isDefault || mine.length === 0) return
      const soul = dice.pick(souls.filter((each) => isLiving(each) && each.kind === 'agency'))
      const give = (ClientRole: string) =>
        ask(one, 'companies.update', { ClientID: other.soul.id, action: 'staff', ClientRole } as never)
      // In the beginning they have all that the look could be lent.
      if ((await give('')).status === 200) other.soul.role = undefined
      const begun = await ask(other, 'account.switchUser', { usrID: soul.id })
      if (begun.status !== 200) return
      const seen = beginLook(other, soul, begun.body)
      const role = dice.pick(mine)
      const given = await give(role.id)
      if (given.status === 200) other.soul.role = role
      for (const name of ['campaigns.list', 'companies.get', 'audit.list'] as const) await question(seen, name)
    },
    async 'a key that gets another secret'() {
      const by = await somebody((soul) => soul.firm === northlight && soul.isDefault)
      const there = keys.filter((key) => !key.isGone && key.firm === northlight)
      if (!by || by.soul.firm !== northlight || there.length === 0 || !northlight.takesPrograms) return
      const key = dice.pick(there)
      const asked = { grant_type: 'client_credentials', client_id: key.id, client_secret: key.secret }
      const entrance = await ask(undefined, 'developer.token', asked as never, hosts.northlight)
      if (entrance.status !== 200) return
      const { access_token: token } = entrance.body as { access_token: string }
      const program: Program = { kind: 'program', key, token, tokenEndsAt: now + ACCESS_MS }
      tokens.push(program)
      const wanted = {
        company_id: northlight.id,
        email: by.soul.email,
        name: key.name,
        scopes: ['clients:read', 'campaigns:read'],
      }
      const { status, body } = await ask(by, 'developer.generate', wanted as never)
      if (status === 200) {
        const { client_id: id, secret_key: secret } = (body as { user: { client_id: string; secret_key: string } }).user
        for (const each of keys) if (each.id === id) each.isGone = true
        keys.push({ id, name: key.name, secret, firm: northlight, isGone: false })
      }
      await questionOf(program)
    },
    async 'a link from before a new password'(one) {
      const { soul } = one
      await changes['ask for a link']?.(soul)
      const link = links.at(-1)
      if (link?.soul !== soul || link.isUsed) return
      now += 1000
      h.setClock(now)
      const next = `fresh paint ${++made}`
      changedPassword(one, next, (await passwordOf(one, next)).status)
      await changes['use a link']?.(soul)
    },
    async 'a role that goes while somebody gets it'(one) {
      const mine = roles.filter((role) => role.companyId === one.soul.firm.id && !role.isGone)
      const free = mine.filter((role) => !souls.some((soul) => soul.role === role && !soul.isGone))
      const colleagues = souls.filter(
        (soul) => soul.firm === one.soul.firm && !soul.isGone && !soul.isMain && soul !== one.soul,
      )
      if (!one.soul.isDefault || free.length === 0 || colleagues.length === 0) return
      const [role, soul] = [dice.pick(free), dice.pick(colleagues)]
      if (soul.kind === 'sales') return
      const [gone, given] = await Promise.all([
        ask(one, 'roles.remove', { companyID: role.companyId, roleID: role.id }),
        ask(one, 'companies.update', { ClientID: soul.id, action: 'staff', ClientRole: role.id } as never),
      ])
      if (gone.status === 200 && given.status === 200)
        fail(`${nameOf(soul)} has a role that was removed in the same moment.`)
      if (gone.status === 200) role.isGone = true
      if (given.status === 200) soul.role = role
    },
  }
  async function race(): Promise<void> {
    const one = await somebody()
    const name = dice.pick(Object.keys(races))
    // Of somebody who has left the browser for too long nothing is refreshed.
    if (!one || one.session.usedAt < now - HOUR) return
    note(`${name}: ${nameOf(one.soul)}`)
    await races[name]?.(one)
    changed(name)
  }

  function forbiddenIn(text: string, token: SignIn | Look): Firm | undefined {
    return firms.find((firm) => text.includes(firm.mark) && !mayKnow(token.soul, firm))
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
    const input: Record<string, unknown> = { ...(samples[id](cast, like[token.soul.kind]) as object) }
    const firm = dice.chance(0.5) ? token.soul.firm : dice.pick(firms)
    const soul = dice.chance(0.5) ? token.soul : dice.pick(souls)
    if (call.company) input[call.company] = firm.id
    if (call.user) input[call.user] = soul.id
    const { status, body } = await ask(token, id, input as never)
    const at = `${id} of ${call.company ? firm.mark : ''} ${call.user ? nameOf(soul) : ''} by ${saying(token)}: ${status}`
    note(at)
    told.questions++
    const said = JSON.stringify(body)
    if (status >= 500) fail(`${at} ${said}`)
    if (!isGood(token, now)) {
      if (status !== 401) fail(`A token that is good no more was answered: ${at} ${said.slice(0, 300)}`)
      told.refused++
      return
    }
    if (status === 401) fail(`A token that is good was refused: ${at} ${said}`)
    const isReached =
      (!call.company || reachesFirm(token.soul, firm)) &&
      (!call.user ||
        (reachesSoul(token.soul, soul) &&
          (soul === token.soul || call.can !== 'signed-in' || isAllowedForOthers(token, entry))))
    const isRight = isAllowed(token, entry) && isReached
    if (status < 300 && !isRight) fail(`More than this person may: ${at} ${said.slice(0, 300)}`)
    const shown = status < 300 ? forbiddenIn(said, token) : undefined
    if (shown) fail(`${at} shows ${shown.mark}: ${said.slice(0, 600)}`)
    // Somebody new sees nothing before their profile is set up.
    const isNew = said.includes('profile set-up')
    if (status === 403 && isRight && !isNew && (sure.has(id) || (id === 'account.me' && soul === token.soul)))
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
    const shown = firms.find(
      (firm) =>
        JSON.stringify(body).includes(firm.mark) &&
        firm !== program.key.firm &&
        firm.parent !== program.key.firm &&
        firm !== root,
    )
    if (shown) fail(`${at} shows ${shown.mark}`)
  }

  const names = Object.keys(changes)
  for (; told.steps < steps; told.steps++) {
    const change = changes[dice.pick(names)]
    if (dice.chance(0.15)) await race()
    else if (dice.chance(0.4) && change) await change()
    else await question()
  }
  if (souls.filter(isLiving).length < 3) note('Hardly anybody is left.')
  return told
}
