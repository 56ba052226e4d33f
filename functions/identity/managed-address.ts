// The address, and the second step, with which a person signs in whom somebody else manages: who may change them, and what
// is sent when they do.
import { isInvitedBy, refusalForSignIn } from '#shared/access/manage-staff.ts'
import { isSameEmail } from '#shared/email.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../data/index.ts'
import { countInvitation } from '../domain/mail/first-address.ts'
import { type Judge, refusalForColleague } from '../domain/staff/colleagues.ts'
import { requireFreshPassword } from '../kit/fresh-password.ts'
import { tryPostMail } from '../kit/post.ts'
import { askNewEmail, checkNewEmail } from './email-change.ts'

type Deps = Judge & Omit<Parameters<typeof askNewEmail>[0], 'db'> & Parameters<typeof tryPostMail>[0] & { db: Db }
type Whose = { user: User; tenant: Company }

/**
 * The address that is saved with a form. Another one of somebody who has an account waits until it is confirmed; an
 * invited person has none yet, so it only decides where the invitation goes.
 */
export const savedEmail = (user: User, wanted: string): string => (user.status === 'invited' ? wanted : user.email)

/**
 * Before anything is saved: what somebody signs in with is left to few, who give their password for it. Answers why it may
 * not be changed and by which of the two, or null.
 */
export async function refusalForManagedSignIn(
  deps: Deps,
  { user, tenant }: Whose,
  wanted: { email: string; secondStep: boolean | undefined },
): Promise<{ of: 'email' | 'secondStep'; why: string } | null> {
  const { actor, me } = deps
  const isMoved = !isSameEmail(wanted.email, user.email)
  if (wanted.secondStep === undefined && !isMoved) return null
  const why = (await refusalForColleague(deps, user)) ?? refusalForSignIn(actor, me, user)
  if (why) return { of: isMoved ? 'email' : 'secondStep', why }
  if (!isInvitedBy(actor, user)) requireFreshPassword(deps)
  if (!isMoved) return null
  if (user.status === 'invited') await countInvitation(deps)
  else await checkNewEmail(deps, { user, tenant }, wanted.email)
  return null
}

/** Sends an invitation to its corrected address, or asks the new one of an account. Answers what there is to say of it. */
export async function followAddress(deps: Deps, { user, tenant }: Whose, email: string): Promise<string> {
  const { db, me, now } = deps
  if (isSameEmail(email, user.email)) return ''
  if (user.status !== 'invited') {
    await askNewEmail(deps, { user, tenant }, email, me)
    return `. We sent a link to ${email}: the new address counts once it is confirmed there.`
  }
  // An invitation to the old address stops working with it.
  await db.user.update(user.id, { invitedAt: now() })
  await tryPostMail(deps, tenant, 'invitation', { userId: user.id, inviterName: me.name })
  return `. We sent the invitation to ${email}.`
}
