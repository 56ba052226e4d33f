// Someone who is signed in gives their own password once more: before a sensitive act, a document, or a new password.
// Counted before the hash, so that parallel guesses with a stolen token do not slip through. The windows slide: no moment of the
// clock gives as many tries again.
import { DAY } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { untilUnderLimit } from '#shared/sign-in.ts'
import { type AccountMail, mailOwnPassword } from '../domain/mail/account-mails.ts'
import type { Services } from '../kit/services.ts'
import { describeWait } from '../kit/source-limit.ts'
import { verifyPassword } from './password.ts'

/** `perDayOfPerson`: the others are counted by sign-in, and this one over all of the person's. */
type Limits = { tries: number; windowMs: number; perDay: number; perDayOfPerson?: number }
type Deps = Pick<Services, 'db' | 'now'> & AccountMail & { actor: UserActor; tenant: Company }
type Counter = { kind: string; subject: string; most: number; ms: number }

/**
 * By sign-in, so that somebody with a stolen one uses up its tries and not the owner's: signing in anew takes the password that is guessed at.
 * A new password begins with none, in the sum of the person too.
 */
function countersOf(kind: string, user: User, { sessionId }: UserActor, limits: Limits): [Counter, ...Counter[]] {
  const { tries, windowMs, perDay, perDayOfPerson } = limits
  const subject = perDayOfPerson === undefined ? user.id : sessionId
  const ofPerson = `${user.id}:${user.passwordChangedAt ?? 0}`
  return [
    { kind, subject, most: tries, ms: windowMs },
    { kind: `${kind}-day`, subject, most: perDay, ms: DAY },
    ...(perDayOfPerson === undefined
      ? []
      : [{ kind: `${kind}-person`, subject: ofPerson, most: perDayOfPerson, ms: DAY }]),
  ]
}

/** Tells the owner, once a day: it may be that somebody else is signed in. */
async function tellOwner(deps: Deps, user: User, at: number): Promise<void> {
  if (await deps.db.guard.once(`own-password:${user.id}`, DAY, at))
    await mailOwnPassword(deps, { tenant: deps.tenant, user })
}

/** Whether the password is the person's. Throws once too many were wrong; right ones do not count. */
export async function isOwnPassword(
  deps: Deps,
  user: User,
  password: string,
  kind: string,
  limits: Limits,
): Promise<boolean> {
  const { db, now, actor } = deps
  const at = now()
  const counters = countersOf(kind, user, actor, limits)
  const waits = await Promise.all(
    counters.map(async (each) =>
      untilUnderLimit(await db.guard.slide(each.kind, each.subject, each.ms, at), each.most, each.ms, at),
    ),
  )
  const uncount = () => Promise.all(counters.map((each) => db.guard.uncount(each.kind, each.subject, each.ms, at)))
  const [waitMs = 0, ...days] = waits
  const waitOfDayMs = Math.max(...days)
  if (waitMs > 0 || waitOfDayMs > 0) {
    // Nothing was tried: of twelve right ones at once those that were too many may not lock the person out.
    await uncount()
    await tellOwner(deps, user, at)
    throw waitOfDayMs > 0
      ? tooMany(
          'Too many wrong passwords. Please log out and in again, set a new password by mail, or try again tomorrow.',
          waitOfDayMs / 1000,
        )
      : tooMany(`Too many wrong passwords. Please try again in ${describeWait(waitMs)}.`, waitMs / 1000)
  }
  const isRight = await verifyPassword(password, user.passwordHash)
  if (isRight) await uncount()
  return isRight
}
