import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { settleFailure } from '../../domain/settle-failure.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.settleManually, async (context) => {
  const { db, me, user } = context
  await settleFailure(context, await db.company.get(user.companyId), me.id)
  return { result: 'success' as const, message: messages.settled }
})
