import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { finishEmailChange } from '../../identity/email-change.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.confirmEmail, async (context) => {
  const { input, user, actor } = context
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const email = await finishEmailChange(
    context,
    context,
    { oldCode: input.oldcode, newCode: input.newcode },
    actor.sessionId,
  )
  return { result: 'success' as const, message: `Your e-mail address is ${email} now.` }
})
