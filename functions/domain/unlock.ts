// Letting a person in again who is locked out: by who manages their company, or by an operator from a terminal.
import { DAY } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'
import type { Db } from '../data/index.ts'
import { type AccountMail, mailUnlocked } from './account-mails.ts'
import { WRONG_CODES } from './second-factor.ts'
import { turnOff } from './two-factor-setting.ts'

type Doors = { db: Db; now: () => number } & AccountMail

/** Turns the second step off and forgets failed sign-ins. Answers whether there was a second step. The person is always told. */
export async function unlockUser(doors: Doors, user: User, company: Company, tenant: Company): Promise<boolean> {
  const { db, now } = doors
  // A person may have been refused on the host of their agency, or on that of the root.
  const hosts = [company.id, ...company.ancestors]
  await Promise.all([
    db.guard.forget(WRONG_CODES, user.id, twoFactorLimits.triesWindow, now()),
    ...hosts.map((id) => db.guard.forget('login-day', `${id}:${user.email}`, DAY, now())),
  ])
  const hadSecondFactor = await turnOff(doors, user.id)
  await mailUnlocked(doors, { tenant, user })
  return hadSecondFactor
}
