// What happens around every sign-in, whichever way it came: tries are counted, devices are known again, owners are told.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describeAgent } from '#shared/agent.ts'
import { type LogAction, seemsIn } from '#shared/audit-log.ts'
import { tooMany } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import {
  forgiveTries,
  knowsDevice,
  planTry,
  rememberDevice,
  type SignInOutcome,
  settleTry,
  signInLimits,
  sourceOf,
  type Try,
} from '#shared/sign-in.ts'
import type { SignInRecord } from '../data/session/sign-in.ts'
import { writeAuditLog } from '../kit/audit-log.ts'
import type { Cookies } from '../kit/browser-half.ts'
import { tryPostMail } from '../kit/post.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import type { Services } from '../kit/services.ts'
import { countSource, uncountSource } from '../kit/source-limit.ts'
import { startSession, type TokenTrio } from './session.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A browser keeps a secret of its own; who sends none is known by what its browser says of itself. */
const deviceHash = (device: string | undefined, request: RequestFacts) =>
  hash(device ? `device:${device}` : `agent:${request.userAgent}`)

/** Where an account's name stands: a client's under the agency of the host, everybody else's under the root. */
export const scopeOn = (tenant: Company, user: User) => (user.userType === 'client' ? tenant.id : user.rootId)

/** How long parallel tries of one name take turns at writing themselves down, and at waiting for those that are being checked. */
export const patience = { ms: 20_000 }
const SPRAYING = 'sign-in-source'

export type CountedTry = {
  /** The password was right: this try and the earlier ones of its source are forgiven, here and over all names. */
  right: () => Promise<SignInRecord>
  wrong: () => Promise<void>
}

type Tried = {
  email: string
  device: string | undefined
  request: RequestFacts
  /** Stricter ones than usual. */
  limits?: { perSource: number; perDay: number }
  /** The count of the source, where it was begun before. */
  counting?: { at: number; done: Promise<void> } | undefined
}

/** Parallel writers would otherwise meet again and again, and each meeting costs a write. */
const takeTurns = (round: number) => wait(Math.random() * Math.min(120, 25 * (round + 1)))

type Counting = Pick<Tried, 'request' | 'limits'>

/** Over all names, how often one source may try. */
async function countInSource(services: Services, { request, limits }: Counting): Promise<void> {
  const { spraying } = signInLimits
  const perSource = limits ? spraying.perSource / 2 : spraying.perSource
  const say = (wait: string) => `Too many sign-in attempts from your network. Please try again in ${wait}.`
  await countSource(services, SPRAYING, request, { ...spraying, perSource }, say)
}

/**
 * Begins to count the source of a try beside what else is read, where it is counted no matter who has the name: on a device
 * that nobody of that name signed in on. What it answers is for `countTry`.
 */
export function beginCount(
  services: Services,
  records: readonly SignInRecord[],
  tried: Counting & Pick<Tried, 'device'>,
): NonNullable<Tried['counting']> | undefined {
  const known = tried.device ? deviceHash(tried.device, tried.request) : undefined
  if (records.some(({ devices }) => knowsDevice(devices, known, services.now()))) return undefined
  const counting = { at: services.now(), done: countInSource(services, tried) }
  counting.done.catch(() => undefined)
  return counting
}

/**
 * Counts one try for a name before any hash is made, and refuses it beyond the limits: those of the name, and those of the
 * source over all names. A device that the owner signed in on before has its own allowance, so nobody can lock the owner
 * out by guessing, nor an office by what one of its people does. Only `device` proves a known device.
 */
export async function countTry(
  services: Services,
  first: SignInRecord,
  tried: Tried,
  refusedFor: (record: SignInRecord, at: number) => Promise<void>,
): Promise<CountedTry> {
  const { device, request } = tried
  const known = device ? deviceHash(device, request) : undefined
  const isKnownDevice = knowsDevice(first.devices, known, services.now())
  const source = (isKnownDevice && known ? known : hash(`ip:${sourceOf(request.ip)}`)).slice(0, 16)
  const countedAt = tried.counting?.at ?? services.now()
  const { spraying } = signInLimits
  if (!isKnownDevice) await (tried.counting?.done ?? countInSource(services, tried))
  const forgiveSource = async (times: readonly number[]) => {
    if (!isKnownDevice) await Promise.all(times.map((at) => uncountSource(services, SPRAYING, request, spraying, at)))
  }
  const open = services.newId('token')
  try {
    const record = await admit(services, first, { ...tried, open, source, isKnownDevice }, refusedFor)
    return {
      wrong: async () => {
        await change(services, record, tried.email, (tries) => settleTry(tries, open))
      },
      right: async () => {
        const times: number[] = []
        const after = await change(services, record, tried.email, (tries) => {
          const kept = forgiveTries(tries, source, open)
          times.splice(0, times.length, ...tries.filter((each) => !kept.includes(each)).map(({ at }) => at))
          return kept
        })
        await forgiveSource(times)
        return after
      },
    }
  } catch (error) {
    // No password was checked, so nobody tried one.
    await forgiveSource([countedAt])
    throw error
  }
}

/** Writes a try down as one that is being checked. */
async function admit(
  services: Services,
  first: SignInRecord,
  next: Tried & { open: string; source: string; isKnownDevice: boolean },
  refusedFor: (record: SignInRecord, at: number) => Promise<void>,
): Promise<SignInRecord> {
  const { db, now } = services
  const { open, source, isKnownDevice, email, limits } = next
  const giveUpAt = performance.now() + patience.ms
  let record = first
  for (let round = 0; performance.now() < giveUpAt; round++) {
    const at = now()
    const plan = planTry(record.tries, { at, source, open, ...(isKnownDevice && { isKnownDevice }) }, limits)
    if (!plan.isAllowed && !plan.mayOpen) {
      await refusedFor(record, at)
      throw tooMany(waitSentence(plan.retryAfterMs), plan.retryAfterMs / 1000)
    }
    const saved = plan.isAllowed && (await db.signIn.save(record, { tries: plan.tries }, at))
    if (saved) return saved
    await takeTurns(round)
    const [fresh] = await db.signIn.look([record.scopeId], email)
    if (fresh) record = fresh
  }
  throw tooMany('Too many sign-in attempts at once. Please try again in a moment.', 5)
}

/** Changes the tries of a name, even if others do so at the same moment. Without an end to that they stay as they are. */
async function change(
  { db, now }: Pick<Services, 'db' | 'now'>,
  first: SignInRecord,
  email: string,
  decide: (tries: readonly Try[]) => Try[],
): Promise<SignInRecord> {
  const giveUpAt = performance.now() + patience.ms
  let record = first
  for (let round = 0; performance.now() < giveUpAt; round++) {
    const saved = await db.signIn.save(record, { tries: decide(record.tries) }, now())
    if (saved) return saved
    await takeTurns(round)
    const [fresh] = await db.signIn.look([record.scopeId], email)
    if (fresh) record = fresh
  }
  return record
}

/** Forgets what was guessed at a name, also while somebody goes on guessing. */
export async function forgetGuesses(services: Pick<Services, 'db' | 'now'>, scopeId: string, email: string) {
  const [record] = await services.db.signIn.look([scopeId], email)
  if (record && record.tries.length > 0) await change(services, record, email, () => [])
}

function waitSentence(waitMs: number): string {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  return minutes > 60
    ? 'Too many sign-in attempts. Please try again tomorrow, or reset your password.'
    : `Too many sign-in attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}

/** Tells the owner of guesses, at most once an hour. Of many refused tries one wins the write and posts the mail. */
export async function tellOwner(
  services: Services,
  record: SignInRecord,
  { tenant, request }: Omit<Entrance, 'user'>,
  at: number,
): Promise<void> {
  if (!record.userId || (record.noticeAt ?? 0) > at - signInLimits.noticeMs) return
  const saved = await services.db.signIn.save(record, { noticeAt: at }, at)
  if (!saved) return
  await tryPostMail(services, tenant, 'tooManyTries', { userId: record.userId, at })
  const user = await services.db.user.find(record.userId)
  const description = 'Tried to sign in too often and was refused'
  if (user)
    await tellEntrance(services, { user, tenant, request }, { action: 'Sign In', description, signIn: 'tooMany' })
}

/** The company of a person who signs in, as far as their host tells; its name is filled in by who writes it down. */
const homeOf = ({ companyId, userType }: User, tenant: Company) => ({
  id: companyId,
  name: companyId === tenant.id ? tenant.name : '',
  kind: userType === 'client' ? ('client' as const) : tenant.kind,
  parentId: tenant.id,
})

type Entrance = { user: User; tenant: Company; request: RequestFacts }

/** A line about somebody at the door: they are known, but not signed in, so no call writes it for them. */
export const tellEntrance = (
  services: Services,
  { user, tenant, request }: Entrance,
  line: { action: LogAction; description: string; signIn?: SignInOutcome },
): Promise<void> =>
  writeAuditLog(services, {
    action: line.action,
    description: line.description,
    ...(line.signIn && line.signIn !== 'in' && { after: { outcome: 'failed' } }),
    ...(line.signIn && {
      signIn: { outcome: line.signIn, device: describeAgent(request.userAgent), place: seemsIn(request) },
    }),
    company: homeOf(user, tenant),
    by: user,
    request,
  })

type SignIn = {
  user: User
  tenant: Company
  request: RequestFacts
  device?: string | undefined
  isKnown?: boolean
  /** False where another system vouched for the person. */
  hasPassword?: boolean
}

/**
 * Starts the session of someone who proved who they are, and remembers the device. A device that is new to an account that
 * has others is told to the owner by mail.
 */
export async function finishSignIn(
  services: Services & { cookies: Cookies },
  { user, tenant, request, device, isKnown = false, hasPassword = true }: SignIn,
  counted?: Promise<SignInRecord>,
): Promise<TokenTrio> {
  const look = async () => (await services.db.signIn.look([scopeOn(tenant, user)], user.email))[0]
  const [trio, record] = await Promise.all([
    startSession(services, user, tenant, request, hasPassword),
    counted ?? look(),
  ])
  const how = isKnown ? ', without the second step, which this device was remembered for' : ''
  const description = `Signed in: ${describeAgent(request.userAgent)}${how}`
  await tellEntrance(services, { user, tenant, request }, { action: 'Sign In', description, signIn: 'in' })
  const now = services.now()
  if (!record) return trio
  const known = deviceHash(device, request)
  const seen = record.devices.find((each) => each.hash === known)
  const isNew = !knowsDevice(record.devices, known, now)
  const isDue = isNew || (seen?.at ?? 0) < now - signInLimits.deviceMs / 6
  if (!isDue) return trio
  // Another sign-in of the same moment may win; what is lost is a note that the next one writes again.
  await services.db.signIn.save(record, { devices: rememberDevice(record.devices, known, now) }, now)
  if (isNew && record.devices.length > 0) {
    const facts = { userId: user.id, device: describeAgent(request.userAgent), ip: request.ip, at: now }
    await tryPostMail(services, tenant, 'newDevice', facts)
  }
  return trio
}
