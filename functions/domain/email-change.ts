// A new address needs the consent of both: a code to the present one shows that its owner wants this, a code to the new
// one that mail reaches it. Whether the new address is somebody else's is never told here; its owner alone learns of it.
import { MINUTE } from '#shared/dates.ts'
import { conflict, invalid, tooMany } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../data/index.ts'
import { loginScopeOf } from '../data/user.ts'
import { type AccountMail, mailEmailChanged, mailEmailCode, mailEmailTaken } from './account-mails.ts'
import { isSame, newMailCode } from './otp-token.ts'
import { refreshEntry } from './profile.ts'
import { endOtherSessions } from './two-factor-setting.ts'

type Doors = {
  db: Db
  keys: { mac(text: string, owner: string): string }
  now: () => number
  newId: (kind: 'token' | 'mail') => string
} & AccountMail
type Whose = { user: User; company: Company; tenant: Company }

export const emailChangeLimits = { codeMs: 30 * MINUTE, tries: 5, perHour: 5, windowMs: 60 * MINUTE } as const

/** Where this person's address must be unique. */
const scopeOf = (user: User, company: Company) => loginScopeOf(user, company.parentId ?? company.id)

export async function beginEmailChange(doors: Doors, { user, company, tenant }: Whose, email: string): Promise<void> {
  const { db, keys, now, newId } = doors
  if (email === user.email) throw invalid({ newemail: 'This is your address already.' })
  const { windowMs, perHour } = emailChangeLimits
  if ((await db.guard.count('email-change', user.id, windowMs, now())) > perHour)
    throw tooMany('Too many tries to change the address. Please try again in an hour.', windowMs / 1000)
  const isTaken = (await db.user.findIdByLogin(scopeOf(user, company), email)) !== undefined
  const [id, oldCode, newCode] = [newId('token'), newMailCode(), newMailCode()]
  await db.profile.beginEmailChange({
    userId: user.id,
    id,
    email,
    oldCodeHash: keys.mac(oldCode, `${id}:old`),
    ...(!isTaken && { newCodeHash: keys.mac(newCode, `${id}:new`) }),
    tries: 0,
    endsAt: now() + emailChangeLimits.codeMs,
  })
  const minutes = emailChangeLimits.codeMs / MINUTE
  await mailEmailCode(doors, { tenant, user, address: user.email, code: oldCode, newEmail: email, minutes })
  if (isTaken) await mailEmailTaken(doors, { tenant, user, address: email })
  else await mailEmailCode(doors, { tenant, user, address: email, code: newCode, newEmail: email, minutes })
}

const over = () =>
  invalid(
    { newcode: 'This change has ended. Please ask for new codes.' },
    'This change has ended. Please ask for new codes.',
  )

/** Changes the address when both codes are right. Of many requests at once one does. */
export async function finishEmailChange(
  doors: Doors,
  { user, company, tenant }: Whose,
  given: { oldcode: string; newcode: string },
  keepSession: string,
): Promise<string> {
  const { db, keys, now } = doors
  const change = await db.profile.countEmailTry(user.id, emailChangeLimits.tries, now())
  if (!change) throw over()
  const isWrong = (side: 'old' | 'new', code: string, hash: string | undefined) =>
    !isSame(keys.mac(code.replace(/\s+/g, ''), `${change.id}:${side}`), hash ?? '')
  const faults = {
    ...(isWrong('old', given.oldcode, change.oldCodeHash) && { oldcode: 'The code is not right.' }),
    ...(isWrong('new', given.newcode, change.newCodeHash) && { newcode: 'The code is not right.' }),
  }
  if (Object.keys(faults).length > 0) throw change.tries < emailChangeLimits.tries ? invalid(faults) : over()
  if (!(await db.profile.endEmailChange(change))) throw over()
  if (!(await db.user.changeEmail(user, change.email, scopeOf(user, company), now())))
    throw conflict('This e-mail address cannot be used. Please choose another one.')
  await refreshEntry(db, company, { ...user, email: change.email })
  await endOtherSessions(doors, user.id, keepSession)
  await Promise.all(
    [user.email, change.email].map((address) =>
      mailEmailChanged(doors, { tenant, user, address, newEmail: change.email }),
    ),
  )
  return change.email
}
