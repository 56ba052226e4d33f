import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { settleAsNotCharged, settleFailure } from '../../domain/payments/settle-failure.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.payments.settleManually, async (context) => {
  const { db, input, me, user, tell } = context
  const company = await db.company.get(user.companyId)
  if (input.not_charged) {
    await settleAsNotCharged(context, company, me.id)
    tell({ description: `Said that what could not be looked up was not charged to ${company.name}` })
    return { result: 'success' as const, message: messages.notCharged }
  }
  await settleFailure(context, company, me.id)
  tell({ description: `Settled by hand what ${company.name} owed` })
  return { result: 'success' as const, message: messages.settled }
})
