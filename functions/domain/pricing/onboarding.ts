// The charge of an agency's set-up: what it comes to, and which coupons make it less.
import { HOUR } from '#shared/dates.ts'
import { invalid, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { afterCoupon, type Coupon, couponCode, isCouponValid, planOnboardingCharge } from '#shared/money/onboarding.ts'
import type { Db } from '../../data/index.ts'

type Agency = Pick<Company, 'id' | 'kind' | 'rootId' | 'excludesOnboardCharge' | 'isOnboardCharged'>

/** What is due before any coupon, and whether a coupon may be entered. Nothing once it was charged. */
export async function onboardingOf(db: Db, agency: Agency): Promise<{ dueCents: number; takesCoupons: boolean }> {
  if (agency.kind !== 'agency' || agency.isOnboardCharged || agency.excludesOnboardCharge)
    return { dueCents: 0, takesCoupons: false }
  const { amountCents, takesCoupons } = await db.setting.getOnboarding(agency.id)
  const dueCents = planOnboardingCharge({ amountCents, isExcluded: false, isCharged: false, coupon: undefined })
  return { dueCents, takesCoupons: takesCoupons && dueCents > 0 }
}

/** Codes can be guessed, so only a few are looked up: to see what they come to, and with a card that is to be charged with them. */
const MOST_CODES_AN_HOUR = 30

export async function countCode(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  { id }: Pick<Agency, 'id'>,
): Promise<void> {
  if ((await db.guard.count('coupon', id, HOUR, now())) > MOST_CODES_AN_HOUR)
    throw tooMany('You have tried many codes. Please try again in an hour.', HOUR / 1000)
}

const notValid = () => invalid({ couponCode: messages.couponInvalid })

/** The coupon of a code as an agency may use it now; anything that is wrong with it is said with one sentence. */
export async function validCoupon(db: Db, agency: Agency, text: string, now: number): Promise<Coupon> {
  const { amountCents, takesCoupons } = await db.setting.getOnboarding(agency.id)
  const code = couponCode(text)
  const coupon = takesCoupons && amountCents > 0 ? await db.coupon.find(agency.rootId, code) : undefined
  if (!coupon) throw notValid()
  // A use that the agency took for a charge which is still under way is its own.
  if (!isCouponValid(coupon, now) && !(await db.coupon.hasUsed({ rootId: agency.rootId, code, companyId: agency.id })))
    throw notValid()
  return coupon
}

/** Forgets a payment that is made once and came to nothing, and with it the use of its coupon. */
export async function dropOneTimePayment({ db }: { db: Db }, payment: Payment, attemptKey: string): Promise<void> {
  const { coupon, companyId } = payment
  await db.payment.drop(payment, attemptKey, coupon ? await db.coupon.givingBack({ ...coupon, companyId }) : [])
}

/** What the charge comes to with a coupon. */
export async function amountAfter(db: Db, agency: Agency, coupon: Coupon): Promise<number> {
  return afterCoupon((await onboardingOf(db, agency)).dueCents, coupon)
}
