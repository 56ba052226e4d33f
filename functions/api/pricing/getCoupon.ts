import { contracts } from '#shared/contracts/index.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { amountAfter, countCode, validCoupon } from '../../domain/pricing/onboarding.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.getCoupon, async ({ db, input, company, now }) => {
  await countCode({ db, now }, company)
  const coupon = await validCoupon(db, company, input.coupon_code, now())
  return {
    result: 'success' as const,
    message: 'The coupon is valid.',
    data: {
      code: coupon.code,
      type: coupon.type,
      // Basis points of a percentage and cents of an amount read alike: two digits stand behind the dot.
      value: amountText(coupon.value),
      final_amount: amountText(await amountAfter(db, company, coupon)),
    },
  }
})
