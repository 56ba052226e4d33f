import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { amountAfter, validCoupon } from '../../domain/payments/onboarding.ts'
import { handle } from '../../kit/handle.ts'

/** Codes can be guessed, so only a few are looked up. */
const MOST_TRIES = 30

export default handle(contracts.pricing.getCoupon, async ({ db, input, company, now }) => {
  const tries = await db.guard.count('coupon', company.id, HOUR, now())
  if (tries > MOST_TRIES) throw tooMany('You have tried many codes. Please try again in an hour.', HOUR / 1000)
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
