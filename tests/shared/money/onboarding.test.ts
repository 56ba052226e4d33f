import { describe, expect, it } from 'vitest'
import {
  afterCoupon,
  couponCode,
  isCouponValid,
  onboardingCents,
  onboardingFault,
  planOnboardingCharge,
} from '#shared/money/onboarding.ts'

const tooSmall = 'Amount can not be less than or equal to 0.5.'
const notValid = 'Please enter a valid amount.'

describe('an onboarding charge', () => {
  it.each([
    ['0', null],
    ['0.51', null],
    ['100', null],
    ['99.9', null],
    ['.75', null],
    ['0.5', tooSmall],
    ['0.01', tooSmall],
  ])('ONB-04 ONB-05 ERB-27 COB-03 of %s', (text, fault) => expect(onboardingFault(text)).toBe(fault))

  it.each(['', 'abc', '-5', '1.234', '1e2', ' ', '.', '12x'])('ONB-06 ONB-07 ONB-08 ERB-28 cannot be %j', (text) =>
    expect(onboardingFault(text)).toBe(notValid),
  )

  it('is counted in cents', () => {
    expect(['0', '0.51', '.75', '12.5', '100'].map(onboardingCents)).toEqual([0, 51, 75, 1_250, 10_000])
  })

  it.each([
    { name: 'the amount', facts: {}, due: 10_000 },
    { name: 'half with half off', facts: { coupon: { type: 'percent', value: 5_000 } as const }, due: 5_000 },
    { name: 'nothing when excluded', facts: { isExcluded: true }, due: 0 },
    { name: 'nothing a second time', facts: { isCharged: true }, due: 0 },
    { name: 'nothing of nothing', facts: { amountCents: 0 }, due: 0 },
    { name: 'nothing of 0.50', facts: { amountCents: 50 }, due: 0 },
    { name: '0.51 of that', facts: { amountCents: 51 }, due: 51 },
    { name: 'nothing where 0.50 is left', facts: { coupon: { type: 'amount', value: 9_950 } as const }, due: 0 },
    { name: '0.51 where that is left', facts: { coupon: { type: 'amount', value: 9_949 } as const }, due: 51 },
  ])('ONB-17 comes to $name', ({ facts, due }) => {
    const usual = { amountCents: 10_000, isExcluded: false, isCharged: false, coupon: undefined }
    expect(planOnboardingCharge({ ...usual, ...facts })).toBe(due)
  })
})

describe('a coupon', () => {
  const coupon = { code: 'HALF', type: 'percent', value: 5_000, maxUses: 2, uses: 1, endsAt: 1_000 } as const
  it('takes off a share or an amount, never more than all', () => {
    expect(afterCoupon(10_000, { type: 'percent', value: 5_000 })).toBe(5_000)
    expect(afterCoupon(333, { type: 'percent', value: 5_000 })).toBe(167)
    expect(afterCoupon(1_000, { type: 'amount', value: 5_000 })).toBe(0)
    expect(afterCoupon(1_000, { type: 'percent', value: 10_000 })).toBe(0)
  })

  it('holds until it is used up or over', () => {
    expect(isCouponValid(coupon, 999)).toBe(true)
    expect(isCouponValid(coupon, 1_000)).toBe(false)
    expect(isCouponValid({ ...coupon, uses: 2 }, 0)).toBe(false)
    expect(isCouponValid({ ...coupon, endsAt: null }, 1e15)).toBe(true)
  })

  it('is known however its code is written', () => expect(couponCode('  half ')).toBe('HALF'))
})
