import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { requireMasterOperator } from '../../domain/master.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.removeCoupon, async ({ db, actor, input, company }) => {
  await requireMasterOperator(db, actor)
  await db.coupon.remove(company.id, input.code)
  return { result: 'success' as const, message: messages.deleted }
})
