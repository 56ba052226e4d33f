import { contracts } from '#shared/contracts/index.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { toCouponRow } from '../../wire/pricing/coupon.ts'

export default handle(contracts.pricing.listCoupons, async ({ db, actor, company, now }) => {
  await requireMasterOperator(db, actor)
  const coupons = await db.coupon.list(company.id)
  return { data: coupons.map((coupon) => toCouponRow(coupon, { timeZone: company.timeZone, now: now() })) }
})
