// The second step in a life: set up, changed, switched off, asked for by the rule; codes used twice, recovery codes used up, browsers
// that are not asked.
import { createHmac } from 'node:crypto'
import { DAY, MINUTE } from '#shared/dates.ts'
import {
  type Device,
  isAllowedForOthers,
  isGoodPaper,
  isPowerful,
  type Paper,
  type Person,
  reachesPerson,
  type SignIn,
  type Step,
} from './life-model.ts'
import type { Papers } from './life-papers.ts'
import { endOthers, type Slice, type Trio, type World } from './life-world.ts'

const STEP_MS = 30_000
const TRIES = 5
const KNOWN_MS = 30 * DAY

/** RFC 6238, as any authenticator does it. */
export function codeAt(secret: string, step: number): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', Buffer.from(bytes.map((each) => Number.parseInt(each, 2))))
    .update(counter)
    .digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

type Shown = { paper: Paper; code: string; host: string; remember?: boolean }

export function stepSlice(world: World, papers: Papers) {
  const { dice, people, ask, note, fail, changed, nameOf, judge, somebody, enter, now, siteAt, isForced } = world
  const devices: Device[] = []
  /** Codes that were used, or are good no more. */
  const spent: { person: Person; code: string }[] = []

  const stepNow = () => Math.floor(now() / STEP_MS)
  const deviceOf = (person: Person): Device | undefined => {
    const theirs = devices.filter((device) => device.person === person)
    return theirs.length > 0 && dice.chance(0.7) ? dice.pick(theirs) : undefined
  }
  const isKnown = ({ person, host, step, epoch, endsAt }: Device, at: string): boolean =>
    host === at && siteAt(at) !== undefined && step === person.step && epoch === person.epoch && now() < endsAt

  function begun(person: Person, body: object, host: string, epoch = person.epoch, step = person.step): Paper {
    const { otp_token: text } = body as { otp_token: string }
    const site = siteAt(host)
    if (!site || !step) return fail(`${nameOf(person)} was asked for a second step that is not theirs.`)
    const paper: Paper = {
      kind: 'challenge',
      text,
      person,
      site,
      at: now(),
      endsAt: now() + 30 * MINUTE,
      isUsed: false,
      email: person.email,
      due: { step, epoch, tries: 0, code: '', codeEndsAt: 0 },
    }
    papers.all.push(paper)
    return paper
  }

  /** The step of an authenticator that a code is of, if it counts now. */
  function takenStep({ secret, lastStep }: Step, code: string): number | undefined {
    return [-1, 0, 1].map((off) => stepNow() + off).find((step) => step > lastStep && codeAt(secret, step) === code)
  }
  function isRight({ due }: Paper, code: string): boolean {
    if (!due) return false
    const { step } = due
    if (step.recovery.has(code)) return true
    return step.kind === 'google' ? takenStep(step, code) !== undefined : code === due.code && now() < due.codeEndsAt
  }
  async function send({ paper, code, host, remember = false }: Shown) {
    const input = { email: paper.person.email, code, otp_token: paper.text, ...(remember && { remember: 'T' }) }
    return ask(undefined, 'security.verifyLogin', input as never, host)
  }
  /** What follows from the right code. */
  function passed({ paper, code, host, remember }: Shown, answer: Awaited<ReturnType<typeof send>>): SignIn {
    const { person, due } = paper
    if (!due) return fail('A sign-in went on that had not begun.')
    const { step } = due
    const isRecovery = step.recovery.delete(code)
    if (!isRecovery && step.kind === 'google') step.lastStep = takenStep(step, code) ?? step.lastStep
    spent.push({ person, code })
    paper.isUsed = true
    const cookie = answer.cookies?.find((each) => each.startsWith('__Host-known-'))?.split(';', 1)[0]
    if (remember && !isRecovery && cookie)
      devices.push({ person, cookie, host, step, epoch: due.epoch, endsAt: now() + KNOWN_MS })
    return enter(person, answer.body as Trio, { host, epoch: due.epoch })
  }
  async function show(shown: Shown): Promise<SignIn | undefined> {
    const { paper, code, host } = shown
    const { due, person } = paper
    const isGood = isGoodPaper(paper, now()) && siteAt(host) === paper.site && (due?.tries ?? TRIES) < TRIES
    const isOpen = isGood && isRight(paper, code)
    const answer = await send(shown)
    note(`a code of ${nameOf(person)} at ${host} (${due?.step.kind}, ${code.length} signs): ${answer.status}`)
    if (answer.status === 429) return undefined
    if ((answer.status === 200) !== isOpen)
      fail(`A second step of ${nameOf(person)} ended with ${answer.status}, and should ${isOpen ? '' : 'not '}open.`)
    if (isOpen) return passed(shown, answer)
    if (due) due.tries++
    return undefined
  }
  /** The code that its person has for a sign-in. */
  async function rightCode(paper: Paper): Promise<string> {
    const { due } = paper
    if (!due) return ''
    const { step } = due
    const recovery = [...step.recovery]
    if (recovery.length > 0 && dice.chance(0.1)) return dice.pick(recovery)
    if (step.kind === 'google') return codeAt(step.secret, Math.max(stepNow(), step.lastStep + 1))
    return due.code
  }
  const anyCode = (person: Person): string => {
    const used = spent.filter((each) => each.person === person)
    return used.length > 0 && dice.chance(0.7) ? dice.pick(used).code : '000000'
  }
  /** A second step that was asked for: most go on at once. */
  async function answer(person: Person, body: object, host: string): Promise<SignIn | undefined> {
    const paper = begun(person, body, host)
    if (person.step?.kind === 'email') await papers.readPost()
    if (dice.chance(0.1)) return undefined
    if (dice.chance(0.15)) await show({ paper, code: anyCode(person), host })
    return show({ paper, code: await rightCode(paper), host, remember: dice.chance(0.4) })
  }

  const save = (one: SignIn, person: Person, more: object) =>
    ask(one, 'security.saveTwoFactor', { userId: person.id, ...more } as never)
  const proposed = async (one: SignIn) =>
    ask(one, 'security.getGoogleTfa', { userId: one.person.id, companyId: one.person.company.id })
  /** Keeps what was set up: all other sign-ins of the person end. */
  function keep(one: SignIn, kind: Step['kind'], secret: string, lastStep: number, body: unknown): void {
    const { person, session } = one
    const { recovery_codes } = body as { recovery_codes: string[] }
    // Saving what is on already changes nothing.
    if (recovery_codes.length === 0) return
    for (const code of person.step?.recovery ?? []) spent.push({ person, code: plain(code) })
    person.step = { kind, secret, lastStep, recovery: new Set(recovery_codes.map(plain)) }
    endOthers(person, session)
  }
  const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()
  async function setUp(one: SignIn, kind: Step['kind'] = dice.chance(0.8) ? 'google' : 'email'): Promise<void> {
    if (kind === 'email') {
      const { status, body } = await save(one, one.person, { two_factor_auth: true, two_factor_auth_type: 'email' })
      if (judge('set up codes by mail', one, status, true, true)) keep(one, kind, '', 0, body)
      return
    }
    const secret = ((await proposed(one)).body as { secretKey?: string }).secretKey
    if (!secret) return
    const code = codeAt(secret, stepNow())
    const more = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey: secret, code }
    const { status, body } = await save(one, one.person, more)
    if (judge('set up an authenticator', one, status, true, true)) keep(one, kind, secret, stepNow(), body)
  }
  /** Whose second step somebody may take away. */
  const mayTakeFrom = ({ person }: SignIn, other: Person): boolean =>
    person !== other &&
    reachesPerson(person, other) &&
    (person.company === other.company ? person.isDefault : person.kind === 'operator')

  const changes: Slice['changes'] = {
    async 'set up a second step'() {
      const one = await somebody()
      if (one) await setUp(one)
    },
    async 'another second step than one that was shown'() {
      const one = await somebody()
      const other = people.find((person) => person.step?.kind === 'google' && person !== one?.person)
      if (!one || !other?.step) return
      const secretKey = other.step.secret
      const more = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey }
      const { status } = await save(one, one.person, more)
      if (status === 200) fail(`${nameOf(one.person)} took the secret of somebody else.`)
    },
    async 'switch off a second step'() {
      const one = await somebody()
      if (!one) return
      const person = dice.chance(0.5) ? one.person : dice.pick(people)
      const { status } = await save(one, person, { two_factor_auth: false })
      const isSelf = person === one.person
      const isRight = isSelf
        ? !(isForced && isPowerful(person))
        : mayTakeFrom(one, person) && isAllowedForOthers(one, { call: { method: 'PUT' } } as never)
      if (!judge('switch off a second step', one, status, isRight, isSelf)) return
      if (person.step) endOthers(person, isSelf ? one.session : undefined)
      person.step = undefined
    },
    async unlock() {
      const one = await somebody()
      if (!one) return
      const person = dice.pick(people)
      const { status } = await ask(one, 'security.unlock', { userId: person.id })
      if (!judge('unlock', one, status, mayTakeFrom(one, person))) return
      person.step = undefined
      endOthers(person)
    },
    async 'new recovery codes'() {
      const one = await somebody((person) => person.step !== undefined)
      if (!one?.person.step) return
      const { status, body } = await ask(one, 'security.newRecoveryCodes', { userId: one.person.id })
      if (!judge('new recovery codes', one, status, true)) return
      for (const code of one.person.step.recovery) spent.push({ person: one.person, code })
      one.person.step.recovery = new Set((body as { recovery_codes: string[] }).recovery_codes.map(plain))
    },
    async 'a second step at any time'() {
      const open = papers.all.filter(({ kind }) => kind === 'challenge')
      if (open.length === 0) return
      const paper = dice.pick(dice.chance(0.6) ? open.slice(-5) : open)
      const host = dice.chance(0.7) ? paper.person.host : dice.pick(world.everyHost())
      const code = dice.chance(0.6) ? await rightCode(paper) : anyCode(paper.person)
      await show({ paper, code, host, remember: dice.chance(0.3) })
    },
    async 'another code by mail'() {
      const open = papers.all.filter(({ kind, due }) => kind === 'challenge' && due?.step.kind === 'email')
      if (open.length === 0) return
      const paper = dice.pick(open.slice(-6))
      const { person, text } = paper
      const input = { email: person.email, otp_token: text }
      const { status } = await ask(undefined, 'security.resendCode', input, paper.site.host)
      note(`another code for ${nameOf(person)}: ${status}`)
      if (status === 200 && !isGoodPaper(paper, now())) fail(`A sign-in of ${nameOf(person)} that is over got a code.`)
      if (status !== 200 || !paper.due) return
      spent.push({ person, code: paper.due.code })
      await papers.readPost(paper)
    },
    async 'forget a browser'() {
      const one = await somebody((person) => devices.some((device) => device.person === person))
      if (!one) return
      const { status, body } = await ask(one, 'session.remembered', {})
      const { data = [] } = body as { data?: { id: string }[] }
      if (status !== 200) return
      const valid = devices.filter((device) => device.person === one.person && isKnown(device, device.host))
      if (data.length < new Set(valid).size) fail(`Browsers of ${nameOf(one.person)} are not told of.`)
      for (const { id } of data) await ask(one, 'session.forgetDevice', { device_id: id })
      for (const device of devices) if (device.person === one.person) device.endsAt = 0
      changed('forget browsers')
    },
  }

  const races: Slice['races'] = {
    async 'a second step while somebody signs in without it'(one) {
      const { person } = one
      const { epoch, step } = person
      if (step) return
      const [, entrance] = await Promise.all([setUp(one, 'email'), world.login(person)])
      if (entrance.status !== 200) return
      if (!('access_token' in entrance.body)) return void begun(person, entrance.body, person.host)
      const came = world.come(person, entrance, epoch)
      if (came) await world.look(came)
    },
    async 'another second step while somebody signs in with the one before'(one) {
      const { person } = one
      const { epoch, step } = person
      if (step?.kind !== 'google') return
      const entrance = await world.login(person)
      if (entrance.status !== 200 || 'access_token' in entrance.body) return
      const paper = begun(person, entrance.body, person.host)
      const code = await rightCode(paper)
      const shown = { paper, code, host: person.host }
      const [, answer] = await Promise.all([setUp(one, 'email'), send(shown)])
      if (answer.status !== 200) return
      const came = passed(shown, answer)
      came.session.epoch = epoch
      await world.look(came)
    },
    async 'let in again while somebody signs in'(one) {
      const person = dice.pick(people)
      if (!mayTakeFrom(one, person) || person.password === '') return
      const { epoch, step } = person
      const [unlocked, entrance] = await Promise.all([
        ask(one, 'security.unlock', { userId: person.id }),
        world.login(person),
      ])
      if (unlocked.status === 200) {
        person.step = undefined
        endOthers(person)
      }
      if (entrance.status !== 200) return
      // Asked without the second step, they came after it was taken away.
      if ('access_token' in entrance.body) {
        const came = world.come(person, entrance, epoch)
        if (came && unlocked.status === 200) await eitherWay(came)
        else if (came && step) fail(`${nameOf(person)} came without their second step.`)
      } else begun(person, entrance.body, person.host, epoch, step)
    },
    async 'one code for two sign-ins'(one) {
      const { person } = one
      if (!person.step) await setUp(one, 'google')
      if (!person.step) return
      const pages: Paper[] = []
      for (const _ of [1, 2]) {
        const entrance = await world.login(person)
        if (entrance.status !== 200 || 'access_token' in entrance.body) return
        pages.push(begun(person, entrance.body, person.host))
      }
      const [recovery] = person.step.recovery
      const [first, second] = pages
      if (!first || !second) return
      if (person.step.kind === 'email' && recovery === undefined) return
      const code = person.step.kind === 'email' || dice.chance(0.5) ? (recovery ?? '') : await rightCode(first)
      const shown = [first, second].map((paper) => ({ paper, code, host: person.host }))
      const answers = await Promise.all(shown.map(send))
      const won = shown.filter((_, at) => answers[at]?.status === 200)
      if (won.length > 1) fail(`One code of ${nameOf(person)} let two in.`)
      for (const [at, each] of shown.entries()) {
        const said = answers[at]
        if (said?.status === 200) passed(each, said)
        else if (each.paper.due) each.paper.due.tries++
      }
    },
    async 'one sign-in whose second step is passed twice'(one) {
      const { person } = one
      if (person.step?.kind !== 'google') return
      const entrance = await world.login(person)
      if (entrance.status !== 200 || 'access_token' in entrance.body) return
      const paper = begun(person, entrance.body, person.host)
      const [recovery] = person.step.recovery
      const step = Math.max(stepNow(), person.step.lastStep + 1)
      if (recovery === undefined || step > stepNow() + 1) return
      const codes = [codeAt(person.step.secret, step), recovery]
      const answers = await Promise.all(codes.map((code) => send({ paper, code, host: person.host })))
      const won = answers.filter(({ status }) => status === 200)
      if (won.length > 1) fail(`One sign-in of ${nameOf(person)} was passed twice.`)
      for (const [at, code] of codes.entries()) {
        const said = answers[at]
        if (said?.status === 200) passed({ paper, code, host: person.host }, said)
        // Of two right ones the other may be used up as well: nobody tries it again.
        else if (!person.step.recovery.delete(code)) person.step.lastStep = step
      }
    },
  }
  /** Both orders are right: the token is asked which it was. */
  async function eitherWay(one: SignIn): Promise<void> {
    const { status } = await ask(one, 'account.me', { id: one.person.id })
    if (status === 200) one.session.epoch = one.person.epoch
    else one.session.isEnded = true
  }

  return { changes, races, deviceOf, isKnown, begun, answer, setUp, spent, devices }
}
