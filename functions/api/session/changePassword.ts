import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { newPasswordFault } from '../../domain/security/new-password.ts'
import { isOwnPassword } from '../../identity/own-password.ts'
import { hashPassword } from '../../identity/password.ts'
import { sessionEnded } from '../../identity/session.ts'
import { handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'

export default handle(contracts.session.changePassword, async (context) => {
  const { db, me, actor, input, tenant, now } = context
  if (input.usrID !== me.id) throw refused('You may only change your own password.')
  if (!(await isOwnPassword(context, me, input.currpassword, 'own-password', signInLimits.ownPassword)))
    throw invalid({ currpassword: '* Sorry, your current password invalid' })
  // Only the person who gave the right one learns that the two are the same.
  if (input.newpassword === input.currpassword)
    throw invalid({ newpassword: 'Choose a password that differs from the current one.' })
  const own = await db.company.get(me.companyId)
  const companyNames = [own.name, own.brand.name, tenant.name, tenant.brand.name]
  const wrong = await newPasswordFault(context, input.newpassword, { email: me.email, companyNames })
  if (wrong) throw invalid({ newpassword: wrong })
  const passwordHash = await hashPassword(input.newpassword)
  // Every session ends with the epoch; this one is taken along. Between the two steps it is ended as well, which is safe.
  const epoch = await db.user.raiseEpoch(me.id, { from: me.epoch, passwordHash, passwordChangedAt: now() })
  if (epoch === undefined) throw sessionEnded()
  await db.session.authenticate(me.id, actor.sessionId, now(), epoch)
  await tryPostMail(context, tenant, 'passwordChanged', { userId: me.id, at: now() })
  return { result: 'success' as const, message: 'your password has been updated!' }
})
