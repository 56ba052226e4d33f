import { isStaff, refusalForStaff } from '#shared/access/manage-staff.ts'
import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { conflict, refused, tooMany } from '#shared/errors.ts'
import { homeOf } from '../../domain/companies/edit.ts'
import { loadManagedCompany } from '../../domain/companies/load-managed.ts'
import { countInvitation } from '../../domain/mail/first-address.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'

const outside = 'You may not reach this account.'

/** Who is to be invited again, and on whose site they will log in. */
async function invited({ db, actor, company: named, user }: Context<typeof contracts.companies.resendInvitation>) {
  if (named.id === actor.companyId && user.companyId === named.id) {
    const why = isStaff(user) ? refusalForStaff(actor, named, user.userType === 'sales' ? 'sales' : 'user') : outside
    if (why) throw refused(why)
    return { tenant: named, user }
  }
  const { company, parent } = await loadManagedCompany(db, actor, user)
  if (company.id !== named.id) throw refused(outside)
  return { tenant: homeOf(company, parent), user }
}

export default handle(contracts.companies.resendInvitation, async (context) => {
  const { db, me, now } = context
  const { tenant, user } = await invited(context)
  if (user.status !== 'invited') throw conflict('This person has set a password already.')
  const at = now()
  const waitMs = MINUTE - (at - (user.invitedAt ?? 0))
  const isSoon = waitMs > 0 || (await db.guard.count('invitation', user.id, MINUTE, at)) > 1
  if (isSoon) throw tooMany('An invitation was sent less than a minute ago. Please wait.', Math.max(1, waitMs / 1000))
  await countInvitation(context)
  // From here on links of earlier invitations are dead.
  await db.user.update(user.id, { invitedAt: at })
  context.tell({ description: `Sent the invitation again to ${user.name}` })
  await postMail(context, tenant, 'invitation', { userId: user.id, inviterName: me.name })
  return { result: 'success' as const, message: 'The invitation was sent again.' }
})
