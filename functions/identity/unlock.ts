// Letting a person in again who is locked out: by who manages their company, or by an operator from a terminal.
import type { User } from '#shared/model/user.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'
import type { Db } from '../data/index.ts'
import { loginScopeOf } from '../data/tenancy/user.ts'
import { type AccountMail, mailUnlocked } from '../domain/mail/account-mails.ts'
import { endOtherSessions, turnOff } from '../domain/security/two-factor-setting.ts'
import { homeTenant } from '../domain/tenancy/home-tenant.ts'
import { guessedAt, WRONG_CODES } from './second-factor.ts'
import { forgetGuesses } from './sign-in.ts'

type Deps = { db: Db; now: () => number } & AccountMail

/**
 * Turns the second step off, forgets failed sign-ins and signs the person out everywhere: who lost the second step may have lost the
 * device with it. Answers whether there was a second step. The person is always told.
 */
export async function unlockUser(deps: Deps, user: User): Promise<boolean> {
  const { db, now } = deps
  const company = await db.company.get(user.companyId)
  const tenant = await homeTenant(db, company)
  const [hadSecondFactor] = await Promise.all([
    turnOff(deps, user.id),
    endOtherSessions(deps, user, null),
    db.guard.forget(WRONG_CODES, guessedAt(user), twoFactorLimits.triesWindow, now()),
    forgetGuesses(deps, loginScopeOf(user, tenant.id), user.email),
  ])
  await mailUnlocked(deps, { tenant, user })
  return hadSecondFactor
}
