// The second step of signing in: when it is due, and what begins it. The password was right, so what is said here is said
// to somebody who knows it; still nothing but a masked address and an opaque token is answered.
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { untilUnderLimit } from '#shared/sign-in.ts'
import { twoFactorLimits as limits, type TwoFactorType } from '#shared/two-factor.ts'
import type { Db } from '../data/index.ts'
import { type CodeMail, mailCode } from '../domain/mail/account-mails.ts'
import { hashMailCode, newMailCode, newOtpToken, type OtpToken } from '../domain/security/otp-token.ts'
import { describeWait } from '../kit/source-limit.ts'

type Deps = { db: Db; now: () => number; newId: (kind: 'token' | 'mail') => string } & CodeMail

/** The kind of counter under which wrong codes are counted. */
export const WRONG_CODES = 'second-factor'
/**
 * Whose wrong codes: a person who guesses knows the password, so a new password begins with none. Nothing else does: somebody who is
 * signed in as well may end the other sign-ins as often as they like, and each time would have as many guesses again.
 */
export const guessedAt = ({ id, passwordChangedAt }: Pick<User, 'id' | 'passwordChangedAt'>) =>
  `${id}:${passwordChangedAt ?? 0}`

type Counting = Pick<Deps, 'db' | 'now'>

const tooManyGuesses = (waitMs: number) =>
  tooMany('Too many wrong codes today. Please reset your password, or try again tomorrow.', waitMs / 1000)

/** Refuses a person whose codes were guessed at too often in a day, before anything is sent. */
export async function refuseGuessing({ db, now }: Counting, user: User): Promise<void> {
  const at = now()
  const { triesPerDay, triesWindow } = limits
  const seen = await db.guard.readSliding(WRONG_CODES, guessedAt(user), triesWindow, at)
  // As if one more were tried.
  const waitMs = untilUnderLimit({ ...seen, now: seen.now + 1 }, triesPerDay, triesWindow, at)
  if (waitMs > 0) throw tooManyGuesses(waitMs)
}

/** Counts one event of a person under a limit that slides, so that no moment of the clock gives as many again; 0, or how long to wait. */
async function countUnder(
  { db, now }: Counting,
  user: User,
  { kind, most, windowMs }: { kind: string; most: number; windowMs: number },
): Promise<{ at: number; waitMs: number }> {
  const at = now()
  const waitMs = untilUnderLimit(await db.guard.slide(kind, guessedAt(user), windowMs, at), most, windowMs, at)
  // Nothing was done.
  if (waitMs > 0) await db.guard.uncount(kind, guessedAt(user), windowMs, at)
  return { at, waitMs }
}

/**
 * Counts a code as a wrong one before it is looked at, so that those of many sign-ins at once are no more than a day has; a right
 * one is taken back at the moment that this answers.
 */
export async function countGuess(deps: Counting, user: User): Promise<number> {
  const limit = { kind: WRONG_CODES, most: limits.triesPerDay, windowMs: limits.triesWindow }
  const { at, waitMs } = await countUnder(deps, user, limit)
  if (waitMs > 0) throw tooManyGuesses(waitMs)
  return at
}

/** Refuses a person to whom too many codes were mailed within an hour. A new password begins with none, as with wrong codes. */
async function countMailed(deps: Counting, user: User): Promise<void> {
  const limit = { kind: 'mailed-codes', most: limits.mailedPerHour, windowMs: HOUR }
  const { waitMs } = await countUnder(deps, user, limit)
  if (waitMs > 0)
    throw tooMany(
      `Too many codes were mailed to you. Please reset your password, or try again in ${describeWait(waitMs)}.`,
      waitMs / 1000,
    )
}

/** A new code for a sign-in: its hash for the table, and the mail on its way. */
async function sendCode(deps: Deps, user: User, tenant: Company, secret: string) {
  const code = newMailCode()
  const sentAt = deps.now()
  await mailCode(deps, { tenant, user, code })
  return { codeHash: hashMailCode(code, secret), codeEndsAt: sentAt + limits.codeMs, sentAt }
}

/** Begins the second step of a person whose password was right. */
export async function beginSecondFactor(
  deps: Deps,
  user: User,
  tenant: Company,
  { type, createdAt }: { type: TwoFactorType; createdAt: number },
): Promise<{ type: TwoFactorType; otpToken: string }> {
  await Promise.all([refuseGuessing(deps, user), type === 'email' && countMailed(deps, user)])
  const shown = newOtpToken(user.id, deps.newId('token'))
  await deps.db.otpChallenge.create({
    userId: user.id,
    id: shown.id,
    tokenHash: shown.hash,
    type,
    tries: 0,
    sends: 1,
    tenantId: tenant.id,
    epoch: user.epoch,
    stepAt: createdAt,
    endsAt: deps.now() + limits.challengeMs,
    ...(type === 'email' && (await sendCode(deps, user, tenant, shown.secret))),
  })
  return { type, otpToken: shown.token }
}

/** Mails another code for a sign-in that is known to be open; false when another request did so first. */
export async function resendCode(
  deps: Deps,
  user: User,
  tenant: Company,
  open: { token: OtpToken; challenge: Parameters<Db['otpChallenge']['renewCode']>[0] },
): Promise<boolean> {
  const code = newMailCode()
  const sentAt = deps.now()
  const renewed = await deps.db.otpChallenge.renewCode(open.challenge, {
    codeHash: hashMailCode(code, open.token.secret),
    codeEndsAt: sentAt + limits.codeMs,
    sentAt,
  })
  if (renewed) await mailCode(deps, { tenant, user, code })
  return renewed
}
