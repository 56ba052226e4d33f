import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { couponFacts, toCouponRow } from '../../wire/pricing/coupon.ts'

export default handle(contracts.pricing.removeCoupon, async ({ db, actor, input, company, now, tell }) => {
  await requireMasterOperator(db, actor)
  const coupon = await db.coupon.find(company.id, input.code)
  if (!coupon) throw notFound('coupon')
  await db.coupon.remove(company.id, input.code)
  tell({
    description: `Removed the coupon ${input.code}`,
    before: couponFacts(toCouponRow(coupon, { timeZone: company.timeZone, now: now() })),
  })
  return { result: 'success' as const, message: messages.deleted }
})
