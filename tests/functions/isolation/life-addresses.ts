// Addresses in a life: changed by their person with a code to each, or by who manages them with a link; wanted by two at once, given up
// and taken by another; invitations that are corrected, sent again and overtaken.
import { DAY, MINUTE } from '#shared/dates.ts'
import {
  type Change,
  isGoodPaper,
  isLiving,
  isOnSite,
  type Paper,
  type Person,
  reachesCompany,
  type SignIn,
  shareNames,
  siteOf,
} from './life-model.ts'
import type { Papers } from './life-papers.ts'
import { endOthers, type Slice, type Trio, type World } from './life-world.ts'

const TRIES = 5

export function addressSlice(world: World, papers: Papers): Slice {
  const { dice, people, ask, note, fail, changed, nameOf, somebody, judge, now, siteAt, mark } = world
  /** Codes of all changes that were begun. */
  const codes: { person: Person; change: Change }[] = []

  /** Few, so that people meet in them. */
  const wanted = () =>
    dice.chance(0.7)
      ? `${dice.pick(['ann', 'ben', 'cat', 'dan', 'eve', 'fay'])}.${mark}@pool.example`
      : dice.pick(people).email
  /** Whether somebody else has an address where this person's must be their own. */
  const isTaken = (person: Person, email: string) =>
    people.some((other) => other !== person && other.email === email && isLiving(other) && shareNames(person, other))
  /** A site that knows two people by one name knows neither. */
  function check(person: Person): void {
    const other = people.find(
      (each) => each !== person && each.email === person.email && isLiving(each) && shareNames(person, each),
    )
    if (other) fail(`${nameOf(person)} and ${nameOf(other)} have one address.`)
  }
  function move(person: Person, email: string, kept: SignIn | undefined): void {
    person.email = email
    person.change = undefined
    endOthers(person, kept?.session)
    check(person)
  }

  async function begin(one: SignIn, email: string): Promise<Change | undefined> {
    const { person } = one
    const { status } = await ask(one, 'account.changeEmail', { usrID: person.id, newemail: email })
    if (!judge('begin a change of address', one, status, email !== person.email)) return undefined
    const change: Change = {
      email,
      oldEmail: person.email,
      endsAt: now() + 30 * MINUTE,
      codes: { old: '', new: '' },
      tries: 0,
    }
    person.change = change
    codes.push({ person, change })
    await papers.readPost(person)
    if (change.codes?.new && isTaken(person, email)) fail(`A code for the address of somebody else left: ${email}.`)
    return change
  }
  const confirm = (one: SignIn, person: Person, { old, new: fresh }: { old: string; new: string }) =>
    ask(one, 'account.confirmEmail', { usrID: person.id, oldcode: old || '000000', newcode: fresh || '000000' })
  const isRight = (person: Person, change: Change, shown: { old: string; new: string }): boolean =>
    person.change === change &&
    change.codes !== undefined &&
    change.codes.new !== '' &&
    shown.old === change.codes.old &&
    shown.new === change.codes.new &&
    change.tries < TRIES &&
    now() < change.endsAt &&
    person.email === change.oldEmail &&
    !isTaken(person, change.email)

  /** Who manages a person wants another address for them: of somebody invited it counts at once. */
  async function askFor(by: SignIn, person: Person, email: string): Promise<void> {
    const isOwn = person.company === by.person.company
    const isInvited = person.password === ''
    const isByInviter = isInvited && person.invitedBy === by.person
    const action = isOwn ? { action: 'staff' } : {}
    const input = { ClientID: person.id, ...action, ClientEmail: email } as never
    const { status } = await ask(by, 'companies.update', input)
    const isAllowed =
      world.may(by, 'companies.update') &&
      isLiving(person) &&
      reachesCompany(by.person, person.company) &&
      person !== by.person &&
      (isOwn ? by.person.kind !== 'client' : person.isMain) &&
      (isByInviter || (isOwn ? by.person.isDefault : by.person.kind === 'operator'))
    if (!judge('ask for an address', by, status, email === person.email || isAllowed) || email === person.email) return
    // Of those who are at home elsewhere nobody here learns: whether they have it is asked when it is confirmed.
    const other = isInvited ? isTaken(person, email) : world.named(person.host, email) !== undefined
    if (other) fail(`${nameOf(person)} got the address of somebody else: ${email}.`)
    if (isInvited) {
      Object.assign(person, { email, invitedAt: now() })
      check(person)
      await papers.readPost()
      return
    }
    person.change = {
      email,
      oldEmail: person.email,
      endsAt: now() + 3 * DAY,
      tries: 0,
      asked: { by: by.person, byEpoch: by.person.epoch, epoch: person.epoch },
    }
    await papers.readPost(person)
  }
  const take = (paper: Paper, host: string) => ask(undefined, 'session.confirmEmail', { token: paper.text }, host)

  async function takeNew(paper: Paper): Promise<void> {
    const { person, change } = paper
    if (!change?.asked) return
    const host = dice.chance(0.7) ? person.host : dice.pick(world.everyHost())
    const { by } = change.asked
    const isHere = siteAt(host) === paper.site
    const isOwn = by.company === person.company
    const stillMay = isOwn ? by.isDefault : by.kind === 'operator'
    const mayOpen = isHere && isGoodPaper(paper, now()) && stillMay && !isTaken(person, change.email)
    const { status, body } = await take(paper, host)
    const { valid, reason } = body as { valid: boolean; reason: string }
    note(`the new address of ${nameOf(person)} at ${host}: ${status} ${reason}`)
    if (status !== 200) return
    if (valid && !mayOpen) fail(`A new address of ${nameOf(person)} was taken that should not be: ${change.email}.`)
    // Roles of who asked may have been narrowed; default administrators have none.
    if (!valid && mayOpen && by.isDefault) fail(`A new address of ${nameOf(person)} was refused: ${reason}.`)
    if (isHere && !paper.isUsed && now() < paper.endsAt && reason !== 'invalid') paper.isUsed = true
    if (!valid) {
      if (reason === 'taken') person.change = undefined
      return
    }
    move(person, change.email, undefined)
    changed('take a new address')
  }

  const changes: Slice['changes'] = {
    async 'begin a change of address'() {
      const one = await somebody()
      if (one) await begin(one, wanted())
    },
    async 'change the address'() {
      const one = await somebody()
      if (!one) return
      const mine = codes.filter(({ person }) => person === one.person)
      const { person, change } =
        (mine.length > 0 && dice.chance(0.8) ? mine.at(-1) : codes.length > 0 ? dice.pick(codes) : undefined) ?? {}
      if (!person || !change?.codes) return
      const shown = dice.chance(0.8) ? change.codes : { ...change.codes, new: '000000' }
      const whose = dice.chance(0.9) ? one.person : person
      const isOpen = whose === one.person && person === whose && isRight(person, change, shown)
      const wasTaken = person.change === change && isTaken(person, change.email)
      const { status } = await confirm(one, whose, shown)
      if (!judge('change the address', one, status, isOpen)) {
        if (isOpen && status !== 403 && status !== 429)
          fail(`${nameOf(person)} may have ${change.email}, and got ${status}.`)
        const counted = one.person.change
        if (whose === one.person && counted?.codes && status === 422) counted.tries++
        if (wasTaken && status === 409) person.change = undefined
        return
      }
      move(person, change.email, one)
    },
    async 'change the address at once'() {
      const one = await somebody()
      if (!one) return
      const change = await begin(one, wanted())
      if (!change?.codes) return
      for (const wrong of [
        { ...change.codes, new: '000000' },
        { ...change.codes, old: '000000' },
      ]) {
        if (isRight(one.person, change, wrong) || dice.chance(0.5)) continue
        const { status } = await confirm(one, one.person, wrong)
        if (status === 200) fail(`${nameOf(one.person)} changed the address with one code of two.`)
        if (status === 422) change.tries++
      }
      const isOpen = isRight(one.person, change, change.codes)
      const { status } = await confirm(one, one.person, change.codes)
      if (judge('change the address', one, status, isOpen)) move(one.person, change.email, one)
      else if (status === 422) change.tries++
      else if (status === 409) one.person.change = undefined
    },
    async 'sign in by an address of before'() {
      const [some] = codes.length > 0 ? [dice.pick(codes)] : []
      if (!some) return
      const { person, change } = some
      const host = dice.chance(0.8) ? person.host : dice.pick(world.everyHost())
      const input = { username: change.oldEmail, password: person.password || 'nothing 42' } as never
      const { status, body } = await ask(undefined, 'session.login', input, host)
      const reader = world.named(host, change.oldEmail)
      const isOpen = reader !== undefined && reader.password === person.password && person.password !== ''
      note(`by an address of before of ${nameOf(person)}: ${status}`)
      if (status !== 429 && (status === 200) !== isOpen)
        fail(`An address of before of ${nameOf(person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`)
      if (status === 200 && 'access_token' in body && reader) world.enter(reader, body as Trio, { host })
    },
    async 'ask for an address'() {
      const by = await somebody((person) => person.kind === 'operator' || person.isDefault || dice.chance(0.2))
      if (by) await askFor(by, dice.pick(people), wanted())
    },
    async 'take a new address'() {
      const some = papers.all.filter(({ kind }) => kind === 'new address')
      if (some.length > 0) await takeNew(dice.pick(dice.chance(0.7) ? some.slice(-4) : some))
    },
    async 'correct an invitation'() {
      const invited = people.filter((person) => person.password === '' && isLiving(person))
      const by = await somebody((person) => dice.chance(0.3) || invited.some(({ invitedBy }) => invitedBy === person))
      if (by && invited.length > 0) await askFor(by, dice.pick(invited), wanted())
    },
    async 'invite again'() {
      const invited = people.filter((person) => person.password === '' && isLiving(person))
      const by = await somebody()
      if (!by || invited.length === 0) return
      const person = dice.pick(invited)
      const { status } = await ask(by, 'companies.resendInvitation', {
        companyID: person.company.id,
        userID: person.id,
      })
      const isTheirs = world.may(by, 'companies.resendInvitation') && reachesCompany(by.person, person.company)
      if (!judge('invite again', by, status, isTheirs)) return
      person.invitedAt = now()
      await papers.readPost()
    },
    async register() {
      if (!world.hasRoom()) return
      const agency = dice.pick(world.agencies)
      const [email, password] = [wanted(), `fresh paint ${world.next()}`]
      await register(agency.host, agency, email, password)
    },
  }
  const registering = (host: string, email: string, password: string) =>
    ask(
      undefined,
      'session.register',
      {
        companyname: `New ${world.next()}`,
        name: 'New',
        email,
        phonenum: '3125550199',
        password,
        userType: 'client',
      } as never,
      host,
    )
  async function register(host: string, agency: Person['company'], email: string, password: string): Promise<void> {
    const isFree = !people.some((other) => other.email === email && isLiving(other) && siteOf(other.company) === agency)
    const { status, body } = await registering(host, email, password)
    note(`somebody registers at ${host} as ${email}: ${status}`)
    if (status === 200 && !(isFree && siteAt(host) === agency))
      fail(`${email} was registered at ${host}, where it is taken.`)
    if (status === 200) await welcome(agency, host, { email, password }, body)
  }
  async function welcome(
    agency: Person['company'],
    host: string,
    { email, password }: { email: string; password: string },
    body: unknown,
  ): Promise<void> {
    const found = await world.h.db.user.findIdByLogin(agency.id, email)
    const user = found && (await world.h.db.user.findFresh(found))
    if (!user) return fail(`Somebody registered and is not there: ${email}.`)
    const company = await world.addCompany(user.companyId, 'client', agency)
    const setUp = { profileSetupCompleted: true, questionnaireSetupCompleted: true }
    await world.h.db.user.update(user.id, { name: `${company.mark} main`, ...setUp })
    const person = world.add({ id: user.id, email, password, kind: 'client', company, isDefault: false, isMain: true })
    world.enter(person, body as Trio, { host })
    check(person)
    changed('register')
    await papers.readPost()
  }

  const races: Slice['races'] = {
    async 'two who want one address at once'(one) {
      const other = await somebody((person) => person !== one.person && shareNames(person, one.person))
      if (!other || other.person === one.person || !shareNames(other.person, one.person)) return
      const email = `both${world.next()}.${mark}@pool.example`
      const [first, second] = [await begin(one, email), await begin(other, email)]
      if (!first?.codes || !second?.codes) return
      const answers = await Promise.all([
        confirm(one, one.person, first.codes),
        confirm(other, other.person, second.codes),
      ])
      for (const [at, { status }] of answers.entries()) {
        const who = at === 0 ? one : other
        if (status === 200) move(who.person, email, who)
        else if (status === 409) who.person.change = undefined
      }
    },
    async 'one change of address that is confirmed twice'(one) {
      const change = await begin(one, `both${world.next()}.${mark}@pool.example`)
      if (!change?.codes) return
      const { codes: shown } = change
      const both = await Promise.all([confirm(one, one.person, shown), confirm(one, one.person, shown)])
      if (both.filter(({ status }) => status === 200).length > 1) fail('One change of address was made twice.')
      if (both.some(({ status }) => status === 200)) move(one.person, change.email, one)
      await world.look(one)
    },
    async 'another address while somebody signs in by the one before'(one) {
      const { person } = one
      const { epoch } = person
      const change = await begin(one, `moved${world.next()}.${mark}@pool.example`)
      if (!change?.codes) return
      const [done, entrance] = await Promise.all([confirm(one, person, change.codes), world.login(person)])
      const came = world.come(person, entrance, epoch)
      if (done.status === 200) move(person, change.email, one)
      if (came) await world.look(came)
      await world.look(one)
    },
    async 'another address while a link is used that was mailed to the one before'(one) {
      const { person } = one
      const change = await begin(one, `moved${world.next()}.${mark}@pool.example`)
      await ask(undefined, 'session.forgot', { username: person.email, gtoken: '' } as never, person.host)
      await papers.readPost()
      const link = papers.all.findLast((paper) => paper.kind === 'reset' && paper.person === person)
      if (!change?.codes || !link || !isGoodPaper(link, now()) || siteAt(person.host) !== link.site) return
      const next = `by a link ${world.next()}`
      const input = { token: link.text, email: link.email, newpassword: next }
      const [done, linked] = await Promise.all([
        confirm(one, person, change.codes),
        ask(undefined, 'session.setPassword', input, person.host),
      ])
      // The link came first, or not at all.
      if (linked.status === 200) {
        link.isUsed = true
        world.stale.push({ person, password: person.password })
        Object.assign(person, { password: next, changedAt: now(), epoch: person.epoch + 1 })
      }
      if (done.status === 200) {
        const kept = linked.status === 200 ? undefined : one
        move(person, change.email, kept)
      }
      await world.look(one)
    },
    async 'an invitation that is taken while its address is corrected'(one) {
      const invited = people.findLast(
        (person) => person.password === '' && isLiving(person) && person.invitedBy === one.person,
      )
      const paper = papers.all.findLast((each) => each.kind === 'invitation' && each.person === invited)
      if (!invited || !paper || !isGoodPaper(paper, now()) || siteAt(invited.host) !== paper.site) return
      const email = `right${world.next()}.${mark}@pool.example`
      const next = `by a link ${world.next()}`
      const input = { token: paper.text, email: paper.email, newpassword: next }
      const correct = { ClientID: invited.id, ClientEmail: email } as never
      const [corrected, taken] = await Promise.all([
        ask(one, 'companies.update', correct),
        ask(undefined, 'session.setPassword', input, invited.host),
      ])
      if (taken.status === 200) {
        paper.isUsed = true
        Object.assign(invited, { password: next, changedAt: now(), epoch: invited.epoch + 1 })
      }
      const row = await world.h.db.user.findFresh(invited.id)
      if (taken.status === 200 && row?.email !== invited.email)
        fail(`${nameOf(invited)} took an invitation, and has another address.`)
      if (corrected.status === 200 && taken.status !== 200) Object.assign(invited, { email, invitedAt: now() })
      // It waits for its reader where they were quicker.
      if (corrected.status === 200 && taken.status === 200) invited.change = undefined
      await papers.readPost(invited)
    },
    async 'an address for somebody new while another takes it'(one) {
      const agency = siteOf(one.person.company)
      if (!world.hasRoom() || agency.kind !== 'agency') return
      const email = `both${world.next()}.${mark}@pool.example`
      const change = await begin(one, email)
      if (!change?.codes) return
      const password = `fresh paint ${world.next()}`
      const [done, registered] = await Promise.all([
        confirm(one, one.person, change.codes),
        registering(agency.host, email, password),
      ])
      if (done.status === 200) move(one.person, email, one)
      else if (done.status === 409) one.person.change = undefined
      if (registered.status === 200) await welcome(agency, agency.host, { email, password }, registered.body)
    },
    async 'two who register by one address'() {
      const agency = dice.pick(world.agencies)
      if (!world.hasRoom()) return
      const email = `both${world.next()}.${mark}@pool.example`
      const passwords = [`fresh paint ${world.next()}`, `fresh paint ${world.next()}`]
      const both = await Promise.all(passwords.map((password) => registering(agency.host, email, password)))
      if (both.filter(({ status }) => status === 200).length > 1) fail(`Two registered as ${email}.`)
      for (const [at, { status, body }] of both.entries())
        if (status === 200) await welcome(agency, agency.host, { email, password: passwords[at] ?? '' }, body)
    },
    async 'removed while another address is taken for them'(one) {
      const paper = papers.all.findLast(
        (each) =>
          each.kind === 'new address' &&
          isGoodPaper(each, now()) &&
          each.person.company === one.person.company &&
          !each.person.isMain &&
          each.person !== one.person,
      )
      if (!paper?.change || !one.person.isDefault || !isOnSite(paper.person.company, one.person.company)) return
      const { person } = paper
      const [gone, taken] = await Promise.all([
        ask(one, 'companies.remove', { companyId: person.company.id, userId: person.id }),
        take(paper, person.host),
      ])
      const { valid } = taken.body as { valid?: boolean }
      paper.isUsed = true
      if (valid) move(person, paper.change.email, undefined)
      if (gone.status === 200) person.isGone = true
    },
  }
  return { changes, races }
}
