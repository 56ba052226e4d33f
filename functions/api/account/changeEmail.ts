import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { beginEmailChange } from '../../identity/email-change.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.changeEmail, async (context) => {
  const { input, user, actor } = context
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  await beginEmailChange(context, context, input.newemail)
  return { result: 'success' as const, message: 'We sent a code to each of the two addresses.' }
})
