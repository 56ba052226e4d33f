import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { settleFailure } from '../../domain/payments/settle-failure.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.settleManually, async (context) => {
  const { db, me, user, tell } = context
  const company = await db.company.get(user.companyId)
  await settleFailure(context, company, me.id)
  tell({ description: `Settled by hand what ${company.name} owed` })
  return { result: 'success' as const, message: messages.settled }
})
