// Whether a code finishes a sign-in. Every try is counted before it is looked at, so that twenty at once get no more tries
// than one after the other; a code counts once, and only for the sign-in it was made for.
import { isSameEmail } from '#shared/email.ts'
import { type AppError, invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { twoFactorLimits as limits, readCode } from '#shared/two-factor.ts'
import type { Db } from '../data/index.ts'
import type { OtpChallenge } from '../data/security/otp-challenge.ts'
import { type AccountMail, mailRecoveryUsed, mailWrongCodes } from '../domain/mail/account-mails.ts'
import { hashMailCode, hashRecoveryCode, isSame, type OtpToken, readOtpToken } from '../domain/security/otp-token.ts'
import { findStep } from '../domain/security/totp.ts'
import type { Sealer } from '../gateways/seal.ts'
import { countGuess, guessedAt, WRONG_CODES } from './second-factor.ts'

type Deps = { db: Db; sealer: Pick<Sealer, 'unseal'>; now: () => number } & AccountMail

/** One answer for every sign-in that cannot go on, so that nobody learns which tokens exist. */
export const signInOver = (): AppError =>
  invalid({ otpToken: 'This sign-in has ended. Please log in again.' }, 'This sign-in has ended. Please log in again.')
const wrongCode = (): AppError => invalid({ code: 'The code is not right.' })

/** Whose open sign-in on this host a token belongs to, if its person and their second step are still those that began it. */
export async function findSignIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tenant: Company,
  shown: { email: string; token: OtpToken; challenge: OtpChallenge | undefined },
): Promise<{ user: User; challenge: OtpChallenge } | undefined> {
  const { challenge, email } = shown
  if (!challenge || challenge.usedAt || challenge.endsAt <= now() || challenge.tenantId !== tenant.id) return undefined
  const [user, step] = await Promise.all([db.user.find(challenge.userId), db.twoFactor.find(challenge.userId)])
  // Who changed from mails to an authenticator may have done so because somebody else reads the mails.
  if (challenge.stepAt !== undefined && challenge.stepAt !== step?.createdAt) return undefined
  const isTheirs = user?.status === 'active' && user.epoch === challenge.epoch && isSameEmail(user.email, email)
  return isTheirs ? { user, challenge } : undefined
}

async function isMailedCode({ now }: Deps, { codeHash, codeEndsAt }: OtpChallenge, code: string, token: OtpToken) {
  return codeHash !== undefined && (codeEndsAt ?? 0) > now() && isSame(hashMailCode(code, token.secret), codeHash)
}

async function takeTotp({ db, sealer, now }: Deps, userId: string, code: string): Promise<boolean> {
  const setting = await db.twoFactor.find(userId)
  if (!setting?.secretBox) return false
  const step = findStep(await sealer.unseal(setting.secretBox, userId), code, now())
  return step !== undefined && db.twoFactor.takeStep(userId, step)
}

async function isRight(deps: Deps, challenge: OtpChallenge, text: string, token: OtpToken): Promise<boolean> {
  const given = readCode(text)
  if (!given) return false
  if (given.kind === 'recovery')
    return deps.db.twoFactor.spendRecovery(challenge.userId, hashRecoveryCode(given.code, challenge.userId))
  return challenge.type === 'email'
    ? isMailedCode(deps, challenge, given.code, token)
    : takeTotp(deps, challenge.userId, given.code)
}

/** The person whose sign-in the code finishes. Anything else throws: a wrong code, which is told, or a sign-in that is over. */
export async function passSecondFactor(
  deps: Deps,
  tenant: Company,
  input: { email: string; code: string; otpToken: string },
  tellWrong: (user: User) => Promise<void>,
): Promise<User> {
  const { db, now } = deps
  const token = readOtpToken(input.otpToken)
  if (!token) throw signInOver()
  const counted = await db.otpChallenge.countTry(token, limits.tries, now())
  const found = await findSignIn(deps, tenant, { email: input.email, token, challenge: counted })
  if (!found) throw signInOver()
  const { user, challenge } = found
  const countedAt = await countGuess(deps, user)
  if (await isRight(deps, challenge, input.code, token)) {
    await db.guard.uncount(WRONG_CODES, guessedAt(user), limits.triesWindow, countedAt)
    if (!(await db.otpChallenge.use(challenge, now()))) throw signInOver()
    if (readCode(input.code)?.kind === 'recovery') await mailRecoveryUsed(deps, { tenant, user })
    return user
  }
  await tellWrong(user)
  if (challenge.tries < limits.tries) throw wrongCode()
  await mailWrongCodes(deps, { tenant, user })
  throw signInOver()
}
