// Coupons as the wire names them: a last day instead of the instant after it.

import { dayIn } from '#shared/dates.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { type Coupon, isCouponValid } from '#shared/money/onboarding.ts'

export const toCouponRow = (coupon: Coupon, { timeZone, now }: { timeZone: string; now: number }) => ({
  code: coupon.code,
  type: coupon.type,
  value: amountText(coupon.value),
  max_uses: coupon.maxUses,
  uses: coupon.uses,
  expiry: coupon.endsAt === null ? '' : dayIn(timeZone, coupon.endsAt - 1),
  is_valid: isCouponValid(coupon, now),
})

/** For the audit log. */
export const couponFacts = ({ code, type, value, max_uses, uses, expiry }: ReturnType<typeof toCouponRow>) => ({
  coupon: code,
  type,
  value,
  max_uses,
  uses,
  expiry,
})
