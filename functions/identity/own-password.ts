// Someone who is signed in gives their own password once more: before a sensitive act, a document, or a new password.
// Counted before the hash, so that parallel guesses with a stolen token do not slip through.
import { DAY } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { User } from '#shared/model/user.ts'
import type { Services } from '../kit/services.ts'
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
  const [recent, today] = await Promise.all([
    db.guard.count(kind, user.id, windowMs, at),
    db.guard.count(`${kind}-day`, user.id, DAY, at),
  ])
  const uncount = () =>
    Promise.all([db.guard.uncount(kind, user.id, windowMs, at), db.guard.uncount(`${kind}-day`, user.id, DAY, at)])
  if (recent > tries || today > perDay) {
    // Nothing was tried: of twelve right ones at once those that were too many may not lock the person out.
    await uncount()
    const minutes = Math.round(windowMs / 60_000)
    throw recent > tries
      ? tooMany(
          `Too many wrong passwords. Please try again in ${minutes} minutes.`,
          (windowMs - (at % windowMs)) / 1000,
        )
      : tooMany('Too many wrong passwords. Please try again tomorrow.', (DAY - (at % DAY)) / 1000)
  }
  const isRight = await verifyPassword(password, user.passwordHash)
  if (isRight) await uncount()
  return isRight
}
