import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { isOwnPassword } from '../../identity/own-password.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.confirmPassword, async (context) => {
  const { db, me, actor, input, now } = context
  if (!(await isOwnPassword(context, me, input.password, 'own-password', signInLimits.ownPassword)))
    throw invalid({ password: 'This is not your password.' })
  await db.session.authenticate(me.id, actor.sessionId, now())
  return { result: 'success' as const, message: 'Thank you.' }
})
