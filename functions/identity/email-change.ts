// A new address of one's own needs the consent of both: a code to the present one shows that its owner wants this, a code to
// the new one that mail reaches it. Whether the new address is somebody else's is never told here; its owner alone learns of
// it. A new address that somebody else asks for waits until its reader follows a link; the present one is told at once, and
// a new password ends the waiting. There is one change for each person: a later one replaces it.

import { refusalForSignIn } from '#shared/access/manage-staff.ts'
import { refusalForModule } from '#shared/access/modules.ts'
import { roleOf } from '#shared/access/role-of.ts'
import { permissionsOfUser } from '#shared/access/viewer-of.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { isSameEmail } from '#shared/email.ts'
import { emailChangeLimits } from '#shared/email-change.ts'
import { conflict, invalid, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { untilUnderLimit } from '#shared/sign-in.ts'
import type { EmailChange } from '../data/account/profile.ts'
import type { Db } from '../data/index.ts'
import { loginScopeOf } from '../data/tenancy/user.ts'
import {
  type AccountMail,
  mailEmailAsked,
  mailEmailChanged,
  mailEmailCode,
  mailEmailTaken,
  mailNewEmail,
} from '../domain/mail/account-mails.ts'
import { isSame, newMailCode } from '../domain/security/otp-token.ts'
import { endOtherSessions } from '../domain/security/two-factor-setting.ts'
import { findAccount, findNamed, lookForName } from '../domain/tenancy/find-account.ts'
import { homeTenant } from '../domain/tenancy/home-tenant.ts'
import type { Sealer } from '../gateways/seal.ts'

type Deps = {
  db: Db
  sealer: Pick<Sealer, 'mac' | 'seal'>
  now: () => number
  newId: (kind: 'token' | 'mail') => string
} & AccountMail
type Whose = { user: User; company: Company; tenant: Company }

/** Where this person's address must be unique. */
const scopeOf = (user: User, company: Company) => loginScopeOf(user, company.parentId ?? company.id)

/**
 * Whether somebody has the address already, where it must be unique or on the person's own site: there the names of an agency's
 * people and of its clients are one, and of two the agency's would not get in any more.
 */
async function isTaken(db: Db, { user, company }: Pick<Whose, 'user' | 'company'>, email: string): Promise<boolean> {
  const site = await homeTenant(db, company)
  const records = await lookForName(db, site, email)
  const own = records.find(({ scopeId }) => scopeId === scopeOf(user, company))
  return own?.userId !== undefined || (await findNamed(db, site, records)).user !== undefined
}

async function countChange({ db, now }: Pick<Deps, 'db' | 'now'>, user: User): Promise<void> {
  const { windowMs, perHour, perDay } = emailChangeLimits
  const at = now()
  const [inHour, inDay] = await Promise.all([
    db.guard.count('email-change', user.id, windowMs, at),
    db.guard.slide('email-change-day', user.id, DAY, at),
  ])
  const waitMs = untilUnderLimit(inDay, perDay, DAY, at)
  if (inHour <= perHour && waitMs === 0) return
  // Nothing was begun.
  await db.guard.uncount('email-change-day', user.id, DAY, at)
  if (waitMs > 0) throw tooMany('Too many tries to change the address. Please try again tomorrow.', waitMs / 1000)
  throw tooMany('Too many tries to change the address. Please try again in an hour.', windowMs / 1000)
}

export async function beginEmailChange(deps: Deps, { user, company, tenant }: Whose, email: string): Promise<void> {
  const { db, sealer, now, newId } = deps
  if (isSameEmail(email, user.email)) throw invalid({ newEmail: 'This is your address already.' })
  await countChange(deps, user)
  const isOthers = await isTaken(db, { user, company }, email)
  const [id, oldCode, newCode] = [newId('token'), newMailCode(), newMailCode()]
  await db.profile.beginEmailChange({
    userId: user.id,
    id,
    email,
    oldCodeHash: await sealer.mac(oldCode, `${id}:old`),
    ...(!isOthers && { newCodeHash: await sealer.mac(newCode, `${id}:new`) }),
    tries: 0,
    endsAt: now() + emailChangeLimits.codeMs,
  })
  // What somebody else asked for has ended with it.
  if (user.pendingEmail) await db.user.update(user.id, { pendingEmail: '', pendingEmailEndsAt: 0 })
  const minutes = emailChangeLimits.codeMs / MINUTE
  await mailEmailCode(deps, { tenant, user, address: user.email, code: oldCode, newEmail: email, minutes })
  if (isOthers) await mailEmailTaken(deps, { tenant, user, address: email })
  else await mailEmailCode(deps, { tenant, user, address: email, code: newCode, newEmail: email, minutes })
}

const over = () =>
  invalid(
    { newCode: 'This change has ended. Please ask for new codes.' },
    'This change has ended. Please ask for new codes.',
  )

/** Changes the address when both codes are right. Of many requests at once one does. */
export async function finishEmailChange(
  deps: Deps,
  { user, company, tenant }: Whose,
  given: { oldCode: string; newCode: string },
  keepSession: string,
): Promise<string> {
  const { db, sealer, now } = deps
  const change = await db.profile.countEmailTry(user.id, emailChangeLimits.tries, now())
  if (!change) throw over()
  const isWrong = async (side: 'old' | 'new', code: string, hash: string | undefined) =>
    !isSame(await sealer.mac(code.replace(/\s+/g, ''), `${change.id}:${side}`), hash ?? '')
  const faults = {
    ...((await isWrong('old', given.oldCode, change.oldCodeHash)) && { oldCode: 'The code is not right.' }),
    ...((await isWrong('new', given.newCode, change.newCodeHash)) && { newCode: 'The code is not right.' }),
  }
  if (Object.keys(faults).length > 0) throw change.tries < emailChangeLimits.tries ? invalid(faults) : over()
  if (!(await db.profile.endEmailChange(change))) throw over()
  // Meanwhile somebody may have got it.
  const isOthers = await isTaken(db, { user, company }, change.email)
  if (isOthers || !(await db.user.changeEmail(user, change.email, scopeOf(user, company), now())))
    throw conflict('This e-mail address cannot be used. Please choose another one.')
  await afterChange(deps, { user, tenant }, change.email, keepSession)
  return change.email
}

/** Anybody who signed in with the old address signs in anew, and is told at both. */
async function afterChange(
  deps: Omit<Deps, 'sealer'>,
  { user, tenant }: Pick<Whose, 'user' | 'tenant'>,
  email: string,
  keep: string | null,
) {
  await endOtherSessions(deps, user, keep)
  await Promise.all(
    [user.email, email].map((address) => mailEmailChanged(deps, { tenant, user, address, newEmail: email })),
  )
}

/** Refuses a new address for somebody else before anything is saved with it. */
export async function checkNewEmail(
  deps: Pick<Deps, 'db' | 'now'>,
  { user, tenant }: Pick<Whose, 'user' | 'tenant'>,
  email: string,
): Promise<void> {
  if ((await findAccount(deps.db, tenant, email)).user) throw invalid({ email: messages.emailTaken })
  await countChange(deps, user)
}

/** An address that somebody else wants for a person. It waits for the answer of the person who reads mail there. */
export async function askNewEmail(
  deps: Omit<Deps, 'sealer'>,
  { user, tenant }: Pick<Whose, 'user' | 'tenant'>,
  email: string,
  asker: User,
): Promise<void> {
  const { db, now, newId } = deps
  const [id, endsAt] = [newId('token'), now() + emailChangeLimits.linkMs]
  const askedBy = { userId: asker.id, epoch: asker.epoch, oldEmail: user.email, targetEpoch: user.epoch }
  await db.profile.beginEmailChange({ userId: user.id, id, email, askedBy, tries: 0, endsAt })
  await db.user.update(user.id, { pendingEmail: email, pendingEmailEndsAt: endsAt })
  await mailEmailAsked(deps, { tenant, user, newEmail: email })
  await mailNewEmail(deps, { tenant, user, address: email, changeId: id })
}

/** Whether who asked may still do so: they were not removed or narrowed, and gave themselves no new password since. */
async function mayStillAsk(db: Db, askedBy: NonNullable<EmailChange['askedBy']>, target: User): Promise<boolean> {
  const asker = await db.user.findFresh(askedBy.userId)
  if (asker?.status !== 'active' || asker.epoch !== askedBy.epoch) return false
  const { roles } = await db.role.find(asker.companyId)
  const actor = { userId: asker.id, companyId: asker.companyId, role: roleOf(asker) }
  return (
    asker.rootId === target.rootId &&
    refusalForSignIn(actor, asker, target) === null &&
    refusalForModule(permissionsOfUser(asker, roles), { can: 'client:update', method: 'PUT' }) === null
  )
}

/** The answer of the person who read mail at the new address. Of many at once one changes it. */
export async function confirmNewEmail(
  deps: Omit<Deps, 'sealer'>,
  { userId, changeId }: { userId: string; changeId: string },
): Promise<'changed' | 'ended' | 'taken'> {
  const { db, now } = deps
  const [user, change] = await Promise.all([db.user.findFresh(userId), db.profile.findEmailChange(userId)])
  const askedBy = change?.askedBy
  if (user?.status !== 'active' || !askedBy || change.id !== changeId || change.endsAt <= now()) return 'ended'
  if (user.email !== askedBy.oldEmail || user.epoch !== askedBy.targetEpoch) return 'ended'
  if (!(await mayStillAsk(db, askedBy, user)) || !(await db.profile.endEmailChange(change))) return 'ended'
  const company = await db.company.get(user.companyId)
  const tenant = await homeTenant(db, company)
  const isOthers = await isTaken(db, { user, company }, change.email)
  if (isOthers || !(await db.user.changeEmail(user, change.email, scopeOf(user, company), now()))) {
    await db.user.update(user.id, { pendingEmail: '', pendingEmailEndsAt: 0 })
    return 'taken'
  }
  await afterChange(deps, { user, tenant }, change.email, null)
  return 'changed'
}
