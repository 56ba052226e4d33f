// Someone who is signed in gives their own password once more: before a sensitive act, a document, or a new password.
// Counted before the hash, so that parallel guesses with a stolen token do not slip through. The windows slide: no moment of the
// clock gives as many tries again.
import { DAY } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { User } from '#shared/model/user.ts'
import { untilUnderLimit } from '#shared/sign-in.ts'
import type { Services } from '../kit/services.ts'
import { describeWait } from '../kit/source-limit.ts'
import { verifyPassword } from './password.ts'

type Limits = { tries: number; windowMs: number; perDay: number }

/** Whether the password is the person's. Throws once too many were wrong; right ones do not count. */
export async function isOwnPassword(
  { db, now }: Pick<Services, 'db' | 'now'>,
  user: User,
  password: string,
  kind: string,
  { tries, windowMs, perDay }: Limits,
): Promise<boolean> {
  const at = now()
  const untilFree = async (counter: string, most: number, ms: number) =>
    untilUnderLimit(await db.guard.slide(counter, user.id, ms, at), most, ms, at)
  const [waitMs, waitOfDayMs] = await Promise.all([
    untilFree(kind, tries, windowMs),
    untilFree(`${kind}-day`, perDay, DAY),
  ])
  const uncount = () =>
    Promise.all([db.guard.uncount(kind, user.id, windowMs, at), db.guard.uncount(`${kind}-day`, user.id, DAY, at)])
  if (waitMs > 0 || waitOfDayMs > 0) {
    // Nothing was tried: of twelve right ones at once those that were too many may not lock the person out.
    await uncount()
    throw waitOfDayMs > 0
      ? tooMany('Too many wrong passwords. Please try again tomorrow.', waitOfDayMs / 1000)
      : tooMany(`Too many wrong passwords. Please try again in ${describeWait(waitMs)}.`, waitMs / 1000)
  }
  const isRight = await verifyPassword(password, user.passwordHash)
  if (isRight) await uncount()
  return isRight
}
