import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { conflict, refused, tooMany } from '#shared/errors.ts'
import { homeOf } from '../../domain/companies.ts'
import { keptCompany } from '../../domain/kept-company.ts'
import { handle } from '../../kit/handle.ts'
import { postMail } from '../../kit/post.ts'

export default handle(contracts.clients.resendInvitation, async (context) => {
  const { db, actor, me, now } = context
  const { company, parent, user } = await keptCompany(db, actor, context.user)
  if (company.id !== context.company.id) throw refused('You may not reach this account.')
  if (user.status !== 'invited') throw conflict('This person has set a password already.')
  const at = now()
  const waitMs = MINUTE - (at - (user.invitedAt ?? 0))
  const isSoon = waitMs > 0 || (await db.guard.count('invitation', user.id, MINUTE, at)) > 1
  if (isSoon) throw tooMany('An invitation was sent less than a minute ago. Please wait.', Math.max(1, waitMs / 1000))
  // From here on links of earlier invitations are dead.
  await db.user.update(user.id, { invitedAt: at })
  await postMail(context, homeOf(company, parent), 'invitation', { userId: user.id, inviterName: me.name })
  return { result: 'success' as const, message: 'The invitation was sent again.' }
})
