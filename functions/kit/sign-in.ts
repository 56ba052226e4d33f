// What happens around every sign-in, whichever way it came: tries are counted, devices are known again, owners are told.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describeAgent } from '#shared/agent.ts'
import { tooMany } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { forgiveTries, knowsDevice, planTry, rememberDevice, signInLimits, sourceOf } from '#shared/sign-in.ts'
import type { LogAction } from '#shared/user-log.ts'
import type { SignInRecord } from '../data/sign-in.ts'
import { tryPostMail } from './post.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'
import { startSession, type TokenTrio } from './session.ts'
import { writeUserLog } from './user-log.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A browser keeps a secret of its own; who sends none is known by what its browser says of itself. */
export const deviceHash = (device: string | undefined, request: RequestFacts) =>
  hash(device ? `device:${device}` : `agent:${request.userAgent}`)

/** Where an account's name stands: a client's under the agency of the host, everybody else's under the root. */
export const scopeOn = (tenant: Company, user: User) => (user.userType === 'client' ? tenant.id : user.rootId)

/** Times that another request may come between reading and writing before a try is refused. */
const RETRIES = 30

export type CountedTry = { record: SignInRecord; source: string }

/**
 * Counts one try for a name before any hash is made, and refuses it beyond the limits. A device that the owner signed in
 * on before has its own allowance, so nobody can lock the owner out by guessing. Only `device` proves a known device.
 */
export async function countTry(
  services: Services,
  first: SignInRecord,
  tried: {
    email: string
    device: string | undefined
    request: RequestFacts
    limits?: { perSource: number; perDay: number }
  },
  refusedFor: (record: SignInRecord, at: number) => Promise<void>,
): Promise<CountedTry> {
  const { db, now } = services
  let record = first
  for (let round = 0; round < RETRIES; round++) {
    const at = now()
    const known = tried.device ? deviceHash(tried.device, tried.request) : undefined
    const isKnownDevice = knowsDevice(record.devices, known, at)
    const source = (isKnownDevice && known ? known : hash(`ip:${sourceOf(tried.request.ip)}`)).slice(0, 16)
    const plan = planTry(record.tries, { at, source, ...(isKnownDevice && { isKnownDevice }) }, tried.limits)
    if (!plan.isAllowed) {
      await refusedFor(record, at)
      throw tooMany(waitSentence(plan.retryAfterMs), plan.retryAfterMs / 1000)
    }
    const saved = await db.signIn.save(record, { tries: plan.tries }, at)
    if (saved) return { record: saved, source }
    // Parallel guesses would otherwise meet again and again, and each meeting costs a write.
    await wait(Math.random() * Math.min(120, 25 * (round + 1)))
    const [fresh] = await db.signIn.look([record.scopeId], tried.email)
    if (fresh) record = fresh
  }
  throw tooMany('Too many sign-in attempts at once. Please try again in a moment.', 5)
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
    await tellEntrance(services, { user, tenant, request }, { action: 'Sign In', description, outcome: 'failed' })
}

/** Tries near the limit are forgiven by a right one, so that nobody is slowed by their own success. Sooner costs a write. */
const FORGIVE_FROM = Math.floor(signInLimits.perSource / 2)

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
  line: { action: LogAction; description: string; outcome?: 'failed' },
): Promise<void> =>
  writeUserLog(services, {
    action: line.action,
    description: line.description,
    ...(line.outcome && { after: { outcome: line.outcome } }),
    company: homeOf(user, tenant),
    by: user,
    request,
  })

type SignIn = { user: User; tenant: Company; request: RequestFacts; device?: string | undefined }

/**
 * Starts the session of someone who proved who they are, and remembers the device. A device that is new to an account that
 * has others is told to the owner by mail.
 */
export async function finishSignIn(
  services: Services,
  { user, tenant, request, device }: SignIn,
  counted?: CountedTry,
): Promise<TokenTrio> {
  const trio = await startSession(services, user, tenant, request)
  const description = `Signed in: ${describeAgent(request.userAgent)}`
  await tellEntrance(services, { user, tenant, request }, { action: 'Sign In', description })
  const now = services.now()
  const record = counted?.record ?? (await services.db.signIn.look([scopeOn(tenant, user)], user.email))[0]
  if (!record) return trio
  const known = deviceHash(device, request)
  const seen = record.devices.find((each) => each.hash === known)
  const isNew = !knowsDevice(record.devices, known, now)
  const mine = counted ? record.tries.filter(({ source }) => source === counted.source).length : 0
  const isDue = isNew || (seen?.at ?? 0) < now - signInLimits.deviceMs / 6
  if (!isDue && device && mine < FORGIVE_FROM) return trio
  const changes = {
    devices: rememberDevice(record.devices, known, now),
    ...(counted && { tries: forgiveTries(record.tries, counted.source) }),
  }
  // Another sign-in of the same moment may win; what is lost is a note that the next one writes again.
  await services.db.signIn.save(record, changes, now)
  if (isNew && record.devices.length > 0) {
    const facts = { userId: user.id, device: describeAgent(request.userAgent), ip: request.ip, at: now }
    await tryPostMail(services, tenant, 'newDevice', facts)
  }
  return trio
}
