import { refusalForSignIn } from '#shared/access/manage-staff.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { endOtherSessions } from '../../domain/security/two-factor-setting.ts'
import { refusalForColleague } from '../../domain/staff/colleagues.ts'
import { unlockUser } from '../../identity/unlock.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.security.unlock, async (context) => {
  const { user, actor } = context
  if (user.id === actor.userId) throw refused('Nobody can unlock their own account.')
  const why = (await refusalForColleague(context, user)) ?? refusalForSignIn(actor, context.me, user)
  if (why) throw refused(why)
  if (context.input.onlySessions) {
    await endOtherSessions(context, user, null)
    context.tell({ description: `Signed ${user.name} out everywhere`, before: {}, after: { sessions: 'ended' } })
    return { result: 'success' as const, message: `${user.name} was signed out everywhere.` }
  }
  const hadSecondFactor = await unlockUser(context, user)
  context.tell({
    description: `Unlocked ${user.name}${hadSecondFactor ? ' and turned the second step off' : ''}`,
    before: { second_step: hadSecondFactor, may_try_again: false },
    after: { second_step: false, may_try_again: true },
  })
  const message = hadSecondFactor
    ? `${user.name} can log in with the password alone now.`
    : `${user.name} can try to log in again.`
  return { result: 'success' as const, message: `${message} They were signed out everywhere.` }
})
