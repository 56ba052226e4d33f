// What an agency pays once, when it first saves its card, and the coupons that make it less.
import { messages } from '../messages.ts'

/** The card provider charges nothing below this. */
export const LEAST_CHARGE_CENTS = 50

/**
 * Why an amount cannot be an onboarding charge, in the words that screen and server share; null when it can.
 * Nothing disables the charge.
 */
export function onboardingFault(text: string): string | null {
  const amount = text.trim()
  if (!/^(?=\.?\d)\d{0,7}(\.\d{0,2})?$/.test(amount)) return messages.amountInvalid
  const cents = onboardingCents(amount)
  return cents > 0 && cents <= LEAST_CHARGE_CENTS ? messages.amountTooSmall : null
}

/** Cents of an amount that has no fault. */
export function onboardingCents(text: string): number {
  const [whole = '0', fraction = ''] = text.trim().split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

export const couponTypes = ['percent', 'amount'] as const
/** What a code takes off: basis points of the amount, or cents. */
export type Coupon = {
  code: string
  type: (typeof couponTypes)[number]
  /** Basis points of a percent coupon, cents of an amount coupon. */
  value: number
  maxUses: number
  uses: number
  /** The first instant at which it holds no more; null for never. */
  endsAt: number | null
}

/** Codes are written in any case and with blanks around them. */
export const couponCode = (text: string): string => text.trim().toUpperCase()

export const isCouponValid = ({ uses, maxUses, endsAt }: Coupon, now: number): boolean =>
  uses < maxUses && (endsAt === null || now < endsAt)

/**
 * An amount after a coupon, never below nothing. What a percentage takes off is rounded down, so a fraction of a cent
 * stays with the platform.
 * @example afterCoupon(10_000, { type: 'percent', value: 5000 }) // 5000
 */
export function afterCoupon(amountCents: number, { type, value }: Pick<Coupon, 'type' | 'value'>): number {
  const off = type === 'percent' ? Math.floor((amountCents * value) / 10_000) : value
  return Math.max(0, amountCents - off)
}

/** What an agency is charged when it saves its card; 0 when nothing is. */
export function planOnboardingCharge(facts: {
  amountCents: number
  isExcluded: boolean
  isCharged: boolean
  coupon: Pick<Coupon, 'type' | 'value'> | undefined
}): number {
  const { amountCents, isExcluded, isCharged, coupon } = facts
  if (isExcluded || isCharged || amountCents <= LEAST_CHARGE_CENTS) return 0
  const left = coupon ? afterCoupon(amountCents, coupon) : amountCents
  return left <= LEAST_CHARGE_CENTS ? 0 : left
}
