import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { owesSecondStep } from '../../kit/second-step.ts'
import { setupCheck } from '../../wire/account/setup-check.ts'

export default handle(contracts.account.checkSetup, async (context) => {
  const { db, user, actor } = context
  const isOwn = actor.userId === user.id && !actor.viewing
  const [setup, secondstepdue] = await Promise.all([setupCheck(db, user), isOwn && owesSecondStep(context, user)])
  return { ...setup, secondstepdue }
})
