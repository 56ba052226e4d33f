// What is handed out besides tokens, by mail and in answers: links, codes, tickets. Each is shown at its own door on any host at any
// time, and at all doors that are not its own, where nothing opens.
import { topicEndingToken } from '#functions/domain/mail/topic-ending.ts'
import type { CallName } from '#shared/contracts/index.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import {
  type Device,
  isGood,
  isGoodPaper,
  isLiving,
  isOnSite,
  type Look,
  lasts,
  type Paper,
  type Person,
  reachesCompany,
  type SignIn,
  siteOf,
} from './life-model.ts'
import type { Slice, Trio, World } from './life-world.ts'

/** `isAlone`: no other of the kind came with it. */
type Mailed = { to: string; subject: string; text: string; isAlone: boolean }
type Handed = Pick<Paper, 'kind' | 'text' | 'person' | 'site'> & { lifeMs: number } & Partial<Paper>
export type Papers = ReturnType<typeof openPapers>

/** All that was handed out, and the post that brings it. */
export function openPapers({ h, now, note, fail, named, siteAt, nameOf, people, drain }: World) {
  const all: Paper[] = []
  const seen = new Set<string>()

  function hand({ lifeMs, ...more }: Handed): Paper {
    const paper: Paper = { at: now(), endsAt: now() + lifeMs, isUsed: false, email: more.person.email, ...more }
    all.push(paper)
    return paper
  }
  /** `about`: the sign-in that a code belongs to, or the person whose address is asked for. */
  function open({ to, subject, text, isAlone }: Mailed, about?: Paper | Person): void {
    const [, host = '', path = '', token = ''] =
      /https?:\/\/([^/:\s]+)[^/\s]*\/(set-new-password|confirm-email)\/([\w-]{43})/.exec(text) ?? []
    const code = /^\s*(\d{3}\s?\d{3})\s*$/m.exec(text)?.[1]?.replace(/\s/g, '')
    if (token) {
      const site = siteAt(host)
      const isNew = text.includes(`${token}?new=1`)
      const person = isNew ? people.find((each) => each.change?.asked && each.change.email === to) : named(host, to)
      const reader = isNew && about && !('text' in about) ? about : person
      if (!site || !reader) {
        fail(`"${subject}" with a link to ${host} was mailed to ${to}, where nobody is.`)
        return
      }
      const kind =
        path === 'confirm-email' ? (isNew ? 'new address' : 'confirm') : isInvitation(subject) ? 'invitation' : 'reset'
      const lifeMs = { reset: 30 * MINUTE, invitation: 7 * DAY, confirm: 7 * DAY, 'new address': 3 * DAY }[kind]
      hand({ kind, text: token, person: reader, site, lifeMs, email: to, ...(isNew && { change: reader.change }) })
      note(`"${subject}" came for ${nameOf(reader)}`)
    } else if (code && subject.startsWith('Your sign-in code')) {
      // Which of several sign-ins a code is for no mail says.
      const waiting = all.filter(({ due, email }) => due?.step.kind === 'email' && due.code === '' && email === to)
      const open = about && 'due' in about ? [about] : waiting
      const isTheirs = isAlone && open.length === 1
      for (const { due } of open)
        if (due) Object.assign(due, isTheirs ? { code, codeEndsAt: now() + 10 * MINUTE } : { code: 'none' })
    } else if (code && subject.startsWith('Your code to change')) {
      const person = about && !('text' in about) ? about : undefined
      const codes = person?.change?.codes
      if (codes) codes[to === person?.change?.email ? 'new' : 'old'] = code
    }
  }
  const isInvitation = (subject: string) => subject.startsWith('You are invited')
  async function readPost(about?: Paper | Person): Promise<void> {
    await drain()
    const fresh = (await h.mails.list()).filter(({ id }) => !seen.has(id)).reverse()
    for (const { id, subject, to } of fresh) {
      seen.add(id)
      if (!/password|confirm|code|invited/i.test(subject)) continue
      const mail = await h.mails.get(id)
      const isAlone = fresh.filter((each) => each.subject === subject && each.to[0] === to[0]).length === 1
      if (mail?.text) open({ to: to[0] ?? '', subject, text: mail.text, isAlone }, about)
    }
  }
  return { all, hand, readPost }
}

/** Where a text may be shown, and whether it opened something. Nothing that is not theirs opens. */
type Door = (text: string, host: string, email: string) => Promise<boolean>

export function paperSlice(world: World, papers: Papers, steps: { devices: readonly Device[] }) {
  const { h, dice, people, tokens, sessions, keys, ask, note, fail, changed, nameOf, somebody, judge, now, siteAt } =
    world
  const { readPost, hand } = papers
  const ofKind = (kind: Paper['kind']) => papers.all.filter((paper) => paper.kind === kind)
  const anyOf = (...kinds: Paper['kind'][]) => {
    const some = papers.all.filter(({ kind }) => kinds.includes(kind))
    if (some.length === 0) return undefined
    const good = some.filter((paper) => isGoodPaper(paper, now()))
    return dice.pick(good.length > 0 && dice.chance(0.5) ? good : some)
  }
  const anyHost = (paper: Paper) =>
    dice.chance(0.7) ? siteOf(paper.person.company).host : dice.pick(world.everyHost())
  const isOpenAt = (paper: Paper, host: string) => isGoodPaper(paper, now()) && siteAt(host) === paper.site
  /** Whether who asked could ask now: their sign-in, or look, goes on, and they may. */
  const couldAsk = ({ asked }: Paper, call: CallName) =>
    asked !== undefined && lasts(asked, now()) && world.may(asked, call)
  const hear = async (name: CallName, input: unknown, host: string) => {
    const { status, body } = await ask(undefined, name, input as never, host)
    return { status, body: body as Record<string, unknown> }
  }
  const doors: Record<string, Door> = {
    bearer: async (token, host, _) => {
      const own = people.find((person) => isLiving(person)) ?? people[0]
      const shown = { kind: 'sign-in', person: own, token } as never
      return (await ask(shown, 'account.me', { id: own?.id ?? '' }, host)).status !== 401
    },
    program: async (token, host) => (await ask({ token } as never, 'developer.getKey', {}, host)).status === 200,
    refresh: async (refresh_token, host) => (await hear('session.refresh', { refresh_token }, host)).status === 200,
    reset: async (token, host, email) =>
      (await hear('session.setPassword', { token, email, newpassword: `at a door ${world.next()}` }, host)).status ===
      200,
    'look at reset': async (token, host, email) =>
      (await hear('session.verifyReset', { token, email }, host)).body.valid === true,
    confirm: async (token, host) => (await hear('session.confirmEmail', { token }, host)).body.valid === true,
    challenge: async (otp_token, host, email) =>
      (await hear('security.verifyLogin', { email, code: '000000', otp_token }, host)).status === 200,
    'another code': async (otp_token, host, email) =>
      (await hear('security.resendCode', { email, otp_token }, host)).status === 200,
    vouched: async (token, host) =>
      (await hear('session.sso', { token, subdomain: host.split('.')[0], currentUserID: '' }, host)).status === 200,
    document: async (ticket, host) => (await hear('session.openDocument', { ticket }, host)).status === 303,
    'log file': async (token, host) => {
      const all = { userType: '9999', user: '9999', action: 'all', dateRange: 'all', campaign: 'all' }
      return (await hear('audit.openDownload', { company: world.root.id, ...all, token }, host)).status === 303
    },
    tool: async (state, host) =>
      (await hear('integrations.signInReturn', { place: 'sheets', state, code: 'x' }, host)).status === 303,
    key: async (client_secret, host) => {
      const client_id = keys[0]?.id ?? 'key_none'
      const input = { grant_type: 'client_credentials', client_id, client_secret }
      return (await hear('developer.token', input, host)).status === 200
    },
    'end of mails': async (token, host) =>
      (await h.send({ method: 'POST', path: `${unsubscribePath}/${token}` }, host)).status === 200,
  }
  const ownDoors: Record<Paper['kind'], readonly string[]> = {
    reset: ['reset', 'look at reset'],
    invitation: ['reset', 'look at reset'],
    confirm: ['confirm'],
    'new address': ['confirm'],
    challenge: ['challenge', 'another code'],
    vouched: ['vouched'],
    document: ['document'],
    'log file': ['log file'],
    'end of mails': ['end of mails'],
    tool: ['tool'],
  }

  /** A link is taken: with another password all sign-ins end. */
  function setBy(paper: Paper, password: string): void {
    const { person } = paper
    paper.isUsed = true
    if (person.password) world.stale.push({ person, password: person.password })
    Object.assign(person, { password, changedAt: now(), epoch: person.epoch + 1 })
  }
  const setPassword = (paper: Paper, newpassword: string, host: string, email = paper.email) =>
    ask(undefined, 'session.setPassword', { token: paper.text, email, newpassword }, host)
  async function take(paper: Paper): Promise<void> {
    const { person, kind } = paper
    const host = anyHost(paper)
    const email = dice.chance(0.85) ? paper.email : dice.pick([person, dice.pick(people)]).email
    const isOpen = isOpenAt(paper, host) && email === paper.email
    const looked = await hear('session.verifyReset', { token: paper.text, email }, host)
    if (looked.status === 200 && looked.body.valid !== isOpen)
      fail(`The ${kind} of ${nameOf(person)} is said to be ${looked.body.reason || 'good'}, and should be otherwise.`)
    const elsewhere = dice.pick(world.everyHost())
    const there = await hear('session.verifyReset', { token: paper.text, email: paper.email }, elsewhere)
    if (there.body.valid === true && !isOpenAt(paper, elsewhere))
      fail(`The ${kind} of ${nameOf(person)} is good at ${elsewhere}, and should not be.`)
    if (dice.chance(0.3)) return
    const next = `by a link ${world.next()}`
    const { status } = await setPassword(paper, next, host, email)
    note(`the ${kind} of ${nameOf(person)} at ${host}: ${status}`)
    if ((status === 200) !== isOpen)
      fail(`A ${kind} of ${nameOf(person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`)
    if (status !== 200) return
    setBy(paper, next)
    changed(`take a ${kind}`)
  }
  async function askForLink(person: Person): Promise<void> {
    await ask(undefined, 'session.forgot', { username: person.email, gtoken: '' } as never, person.host)
    await readPost()
  }
  /** An agency's system vouches for one of its clients. */
  async function vouch(): Promise<Paper | undefined> {
    const programs = tokens.filter((token) => token.kind === 'program')
    if (programs.length === 0) return undefined
    const program = programs.findLast((each) => isGood(each, now())) ?? dice.pick(programs)
    const { company } = program.key
    const clients = people.filter(({ kind }) => kind === 'client')
    const person = dice.pick(dice.chance(0.8) ? clients : people)
    const { status, body } = await ask(program, 'developer.createSignInToken', { email: person.email })
    const found = people.find(
      (each) =>
        each.email === person.email && isLiving(each) && each.kind === 'client' && each.company.parent === company,
    )
    note(`${company.mark} vouches for ${nameOf(person)}: ${status}`)
    if (status >= 300) return undefined
    if (!isGood(program, now()) || !found?.password) return fail(`${company.mark} vouched for ${nameOf(person)}.`)
    changed('vouch')
    const { token } = body as { token: string }
    return hand({
      kind: 'vouched',
      text: token,
      person: found,
      site: company,
      lifeMs: MINUTE,
      about: company.host.split('.')[0] ?? '',
    })
  }
  const redeem = ({ text, about = '' }: Paper, host: string, subdomain = about) =>
    ask(undefined, 'session.sso', { token: text, subdomain, currentUserID: '' } as never, host)

  async function askForDocument(one: SignIn, owner = one.person.company): Promise<Paper | undefined> {
    const id = `doc_${owner.mark}`
    if (!(await h.db.protectedFile.find(owner.id, id))) {
      const fileKey = `documents/${owner.id}/a.csv`
      await h.services.files.put(fileKey, 'a,b\n', 'text/csv')
      await h.db.protectedFile.create({ companyId: owner.id, id, fileKey, fileName: 'a.csv', createdAt: now() })
    }
    const { status, body } = await ask(one, 'session.documentAccess', { pwd: one.person.password, urldata: id })
    const isRight = owner === one.person.company && world.may(one, 'session.documentAccess')
    if (!judge('ask for a document', one, status, isRight)) return undefined
    const text = (body as { url: string }).url.split('/').at(-1) ?? ''
    const site = siteAt(one.person.host)
    return site && hand({ kind: 'document', text, person: one.person, site, lifeMs: 15 * MINUTE, asked: one })
  }
  async function openDocument(paper: Paper, host = siteOf(paper.person.company).host): Promise<void> {
    const isOpen = isOpenAt(paper, host) && couldAsk(paper, 'session.documentAccess')
    const { status } = await hear('session.openDocument', { ticket: paper.text }, host)
    note(`the document of ${nameOf(paper.person)} at ${host}: ${status}`)
    if (status !== 429 && (status === 303) !== isOpen)
      fail(`A document of ${nameOf(paper.person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`)
    if (status === 303) paper.isUsed = true
  }
  async function askForLog(asked: SignIn | Look, owner = asked.person.company): Promise<Paper | undefined> {
    const { person } = asked
    const { status, body } = await ask(asked, 'audit.download', { companyID: owner.id } as never)
    const isRight = world.may(asked, 'audit.download') && reachesCompany(person, owner)
    if (!judge('ask for a file of the log', asked, status, isRight)) return undefined
    const { url: text } = body as { url: string }
    const site = siteAt(world.hostOf(asked))
    return site && hand({ kind: 'log file', text, person, site, lifeMs: MINUTE, about: owner.id, asked })
  }
  /** `about`: the company that is named in the address. */
  async function openLog(paper: Paper, host = paper.site.host, about = paper.about): Promise<void> {
    const owner = world.companies.find(({ id }) => id === about)
    const isTheirs = owner !== undefined && reachesCompany(paper.person, owner)
    const isOpen = isOpenAt(paper, host) && about === paper.about && couldAsk(paper, 'audit.download') && isTheirs
    const [path = '', query = ''] = paper.text.replace(paper.about ?? '', about ?? '').split('?')
    const { status } = await h.send({ method: 'GET', path, query: new URLSearchParams(query) }, host)
    note(`a file of the log of ${nameOf(paper.person)} at ${host}: ${status}`)
    if ((status === 303) !== isOpen)
      fail(`A file of the log of ${nameOf(paper.person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`)
  }

  const changes: Slice['changes'] = {
    async 'ask for a link'() {
      const person = dice.pick(people)
      await askForLink(person)
      const paper = papers.all.findLast((each) => each.kind === 'reset' && each.person === person)
      if (paper) await take(paper)
    },
    async 'take a link'() {
      const paper = anyOf('reset', 'invitation')
      if (paper) await take(paper)
    },
    async 'confirm the address'() {
      const one = await somebody()
      if (!one) return
      await h.db.user.update(one.person.id, { emailConfirmedAt: null })
      const { status } = await ask(one, 'session.resendConfirmation', {})
      if (judge('ask to confirm the address', one, status, true, true)) await readPost()
    },
    async 'take a confirmation'() {
      const paper = anyOf('confirm')
      if (!paper) return
      const host = anyHost(paper)
      const isOpen = isOpenAt(paper, host)
      const { status, body } = await hear('session.confirmEmail', { token: paper.text }, host)
      note(`the confirmation of ${nameOf(paper.person)} at ${host}: ${status} ${body.reason}`)
      if (status === 200 && body.valid !== isOpen)
        fail(`A confirmation of ${nameOf(paper.person)} is ${body.reason || 'good'}, and should be otherwise.`)
      if (body.valid) paper.isUsed = true
    },
    async 'vouch for a client'() {
      await vouch()
    },
    async 'come by another system'() {
      const paper = dice.chance(0.5) ? await vouch() : anyOf('vouched')
      if (!paper) return
      const host = anyHost(paper)
      const subdomain = dice.chance(0.9) ? paper.about : dice.pick(world.agencies).host.split('.')[0]
      const isOpen = isOpenAt(paper, host) && subdomain === paper.about
      const { status, body } = await redeem(paper, host, subdomain)
      note(`${nameOf(paper.person)} comes by another system at ${host}: ${status}`)
      if (status !== 429 && (status === 200) !== isOpen)
        fail(
          `A vouched sign-in of ${nameOf(paper.person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`,
        )
      if (status !== 200) return
      paper.isUsed = true
      world.enter(paper.person, body as unknown as Trio, { host, isVouched: true })
      changed('come by another system')
    },
    async 'ask for a document'() {
      const one = await somebody()
      if (one) await askForDocument(one, dice.pick([one.person.company, ...world.agencies]))
    },
    async 'open a document'() {
      const paper = anyOf('document')
      if (paper) await openDocument(paper, anyHost(paper))
    },
    async 'ask for a file of the log'() {
      const looks = tokens.filter((each) => each.kind === 'look' && isGood(each, now()))
      const asked = looks.length > 0 && dice.chance(0.3) ? (dice.pick(looks) as Look) : await somebody()
      if (asked) await askForLog(asked, dice.pick([asked.person.company, ...world.agencies]))
    },
    async 'open a file of the log'() {
      const paper = anyOf('log file')
      if (paper) await openLog(paper, anyHost(paper), dice.chance(0.7) ? paper.about : dice.pick(world.agencies).id)
    },
    async 'end mails by a link'() {
      const person = dice.pick(people)
      const text = await topicEndingToken(h.services.sealer, person.id, 'tools')
      const site = siteOf(person.company)
      const paper =
        ofKind('end of mails').find((each) => each.person === person) ??
        hand({ kind: 'end of mails', text, person, site, lifeMs: 1000 * DAY })
      const host = anyHost(paper)
      const here = siteAt(host)
      const isOpen = isGoodPaper(paper, now()) && here !== undefined && isOnSite(person.company, here)
      const { status } = await h.send({ method: dice.pick(['GET', 'POST']), path: `${unsubscribePath}/${text}` }, host)
      note(`the end of mails of ${nameOf(person)} at ${host}: ${status}`)
      if (status !== 429 && (status === 200) !== isOpen)
        fail(`An end of mails of ${nameOf(person)} ended with ${status}, and should ${isOpen ? '' : 'not '}open.`)
    },
    async 'begin to connect a tool'() {
      const one = await somebody()
      if (!one) return
      const company = dice.chance(0.7) ? one.person.company : dice.pick(people).company
      const input = { company_id: company.id, integration_slug: 'google_sheets' } as const
      const { status, body } = await ask(one, 'integrations.beginSignIn', input)
      const isRight = world.may(one, 'integrations.beginSignIn') && reachesCompany(one.person, company)
      if (!judge('begin to connect a tool', one, status, isRight)) return
      const text = new URL((body as { url: string }).url).searchParams.get('state') ?? ''
      const site = siteAt(one.person.host)
      if (site)
        hand({ kind: 'tool', text, person: one.person, site, lifeMs: 10 * MINUTE, about: company.id, by: one.session })
    },
    async 'connect a tool'() {
      const paper = anyOf('tool')
      const one = await somebody((person) => dice.chance(0.3) || person === paper?.person)
      if (!paper || !one) return
      const company_id = dice.chance(0.7) ? (paper.about ?? '') : one.person.company.id
      const input = { company_id, integration_slug: 'google_sheets', state: paper.text, code: 'made up' } as const
      const { status, body } = await ask(one, 'integrations.finishSignIn', input)
      // The tool does not know the code; how far it came says whether the state was taken.
      const isTaken = status === 409 || status === 200
      note(`a tool of ${nameOf(paper.person)} by ${nameOf(one.person)}: ${status}`)
      const isOpen = isOpenAt(paper, one.person.host) && one.session === paper.by && company_id === paper.about
      if (isTaken && !isOpen)
        fail(`What ${nameOf(paper.person)} began was ended by ${nameOf(one.person)}: ${JSON.stringify(body)}`)
      if (isTaken) paper.isUsed = true
    },
    async 'shown at a door of another'() {
      type Secret = { text: string; own: readonly string[]; person: Person | undefined }
      const pools: Secret[][] = [
        papers.all.map(({ text, kind, person }) => ({ text, own: ownDoors[kind], person })),
        tokens.map((token) => ({
          text: token.token,
          own: [token.kind === 'program' ? 'program' : 'bearer'],
          person: token.kind === 'program' ? undefined : token.person,
        })),
        sessions.map(({ refresh, person }) => ({ text: refresh, own: ['refresh'], person })),
        keys.map(({ secret }) => ({ text: secret, own: ['key'], person: undefined })),
        steps.devices.map(({ cookie, person }) => ({ text: cookie.split('=')[1] ?? '', own: [], person })),
        people.flatMap((person) => [...(person.step?.recovery ?? [])].map((text) => ({ text, own: [], person }))),
      ]
      const some = pools.filter((each) => each.length > 0)
      if (some.length === 0) return
      const pool = dice.pick(some)
      const secret = dice.pick(dice.chance(0.5) ? pool.slice(-10) : pool)
      const door = dice.pick(Object.keys(doors).filter((each) => !secret.own.includes(each)))
      const person = secret.person ?? dice.pick(people)
      const host = dice.chance(0.7) ? person.host : dice.pick(world.everyHost())
      if (await doors[door]?.(secret.text, host, person.email))
        fail(`What is for ${secret.own.join(' and ')} opened the door of ${door} at ${host}: ${secret.text}`)
      note(`the door of ${door} stayed shut for what is for ${secret.own[0]}`)
    },
    async 'a refresh without the browser'() {
      const live = sessions.filter(({ isEnded }) => !isEnded)
      if (live.length === 0) return
      const { refresh, host, person } = dice.pick(live)
      // The name of a cookie is all that is sent.
      const { status } = await ask(undefined, 'session.refresh', { refresh_token: refresh }, host, {
        cookie: 'none=none',
      })
      if (status === 200) fail(`A copied refresh token of ${nameOf(person)} was taken.`)
    },
  }

  const good = (...kinds: Paper['kind'][]) =>
    papers.all.findLast(
      (paper) => kinds.includes(paper.kind) && isGoodPaper(paper, now()) && siteAt(paper.person.host) === paper.site,
    )
  /** Of two that set a password at once with links, one does. */
  async function bothSet(first: Paper, second: Paper): Promise<void> {
    const { person } = first
    const next = [`by a link ${world.next()}`, `by a link ${world.next()}`] as const
    const both = await Promise.all([
      setPassword(first, next[0], person.host),
      setPassword(second, next[1], person.host),
    ])
    const won = next.filter((_, index) => both[index]?.status === 200)
    if (won.length > 1) fail(`Two links of ${nameOf(person)} set two passwords.`)
    const [password] = won
    if (password === undefined) return
    setBy(both[0]?.status === 200 ? first : second, password)
  }
  const races: Slice['races'] = {
    async 'one link that is used twice'() {
      const paper = good('reset', 'invitation')
      if (paper) await bothSet(paper, paper)
    },
    async 'two links of one person at once'() {
      const first = good('reset', 'invitation')
      if (!first) return
      const { person, kind } = first
      if (kind === 'reset') await askForLink(person)
      const others = papers.all.filter(
        (paper) => paper !== first && paper.person === person && isGoodPaper(paper, now()) && paper.kind === kind,
      )
      const second = others.at(-1)
      world.wait(1000)
      if (second && isOpenAt(first, person.host) && isOpenAt(second, person.host)) await bothSet(first, second)
    },
    async 'a link from before a new password'(one) {
      const { person } = one
      await askForLink(person)
      const paper = papers.all.findLast((each) => each.kind === 'reset' && each.person === person && !each.isUsed)
      if (!paper) return
      world.wait(1000)
      const next = `fresh paint ${world.next()}`
      world.changedPassword(one, next, (await world.passwordOf(one, next)).status)
      await take(paper)
    },
    async 'a link while its person sets a new password'(one) {
      const { person } = one
      await askForLink(person)
      const paper = papers.all.findLast((each) => each.kind === 'reset' && each.person === person)
      world.wait(1000)
      if (!paper || !isOpenAt(paper, person.host)) return
      const next = [`fresh paint ${world.next()}`, `by a link ${world.next()}`] as const
      const [own, linked] = await Promise.all([
        world.passwordOf(one, next[0]),
        setPassword(paper, next[1], person.host),
      ])
      if (own.status === 200 && linked.status === 200)
        fail(`The password of ${nameOf(person)} was set by a link from before the one that they chose.`)
      world.changedPassword(one, next[0], own.status)
      if (linked.status === 200) setBy(paper, next[1])
      await world.look(one)
    },
    async 'one vouched sign-in twice'() {
      const paper = await vouch()
      if (!paper || !isOpenAt(paper, paper.person.host)) return
      const { person } = paper
      const both = await Promise.all([redeem(paper, person.host), redeem(paper, person.host)])
      if (both.filter(({ status }) => status === 200).length > 1) fail(`A vouched sign-in let two in.`)
      for (const { status, body } of both) {
        if (status !== 200) continue
        paper.isUsed = true
        world.enter(person, body as unknown as Trio, { isVouched: true })
      }
    },
    async 'one document twice'() {
      const paper = good('document')
      if (!paper) return
      const open = () => hear('session.openDocument', { ticket: paper.text }, paper.person.host)
      const both = await Promise.all([open(), open()])
      if (both.filter(({ status }) => status === 303).length > 1) fail('A document was given twice.')
      if (both.some(({ status }) => status === 303)) paper.isUsed = true
    },
  }
  return { changes, races, askForDocument, openDocument, askForLog, openLog }
}
