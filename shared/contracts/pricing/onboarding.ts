// What an agency pays once when it first saves its card, and the coupons that make it less.
import * as z from 'zod'
import { couponTypes } from '../../money/onboarding.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Day, Done, Id, seenOf } from '../lib/fields.ts'
import { Amount, OneTimeAmount, WireAmount } from './fields.ts'

export const getOnboarding = call({
  method: 'GET',
  path: '/configuration/onboarding/get',
  summary: "An agency's onboarding charge, and whether its set-up takes coupons.",
  can: 'onboarding:read',
  company: 'companyID',
  input: z.object({
    companyID: Id,
    companyRootID: z.union([Id, z.literal('')]).default(''),
    settingname: z.literal('agencyonboardingcustom', 'There is no setting of this name.'),
  }),
  output: z.object({
    data: z.object({ amount: WireAmount, enable_coupon: WireFlag }),
    /** T once it was charged, and where a card is on file already: then there will be no first one. */
    is_over: WireFlag,
  }),
})

export const setOnboarding = call({
  method: 'PUT',
  path: '/configuration/onboarding/set',
  summary:
    'Sets what an agency is charged once when it saves its first card. 0 charges nothing, and what is left out stays as it is.',
  can: 'onboarding:update',
  inView: 'refused',
  pages: ['agencyList'],
  company: 'CompanyID',
  audit: { action: 'Cost Change', did: 'Set the onboarding charge', tried: 'Tried to set the onboarding charge' },
  rounds: { most: 3, reason: 'Whose root it is, and what was so, is read before it is changed.' },
  input: z.object({
    CompanyID: Id,
    amount: OneTimeAmount.optional(),
    enable_coupon: flagInput.optional(),
    ...seenOf({ amount: OneTimeAmount, enable_coupon: flagInput }),
  }),
  output: Done.extend({ status: z.literal('success') }),
})

export const getCoupon = call({
  method: 'POST',
  path: '/configuration/coupon/get-coupon',
  summary: 'Looks a coupon up for an agency that is setting up, with what its onboarding charge would come to.',
  can: 'onboarding:read',
  inView: 'allowed',
  company: 'company_id',
  audit: 'none',
  rounds: { most: 4, reason: 'The agency and what it owes are known before the coupon counts.' },
  input: z.object({ company_id: Id, coupon_code: z.string().trim().min(1, 'Enter a code.').max(40) }),
  output: Done.extend({
    data: z.object({ code: z.string(), type: z.enum(couponTypes), value: WireAmount, final_amount: WireAmount }),
  }),
})

const CouponRow = z.object({
  code: z.string(),
  type: z.enum(couponTypes),
  value: WireAmount,
  max_uses: z.number(),
  uses: z.number(),
  /** The last day on which it holds; empty for ever. */
  expiry: z.string(),
  is_valid: z.boolean(),
})

export const listCoupons = call({
  method: 'GET',
  path: '/configuration/coupon',
  summary: 'The coupons of the platform, by code.',
  can: 'onboarding:update',
  pages: ['agencyList', 'generalSetting'],
  input: z.object({}),
  output: z.object({ data: z.array(CouponRow) }),
})

export const createCoupon = call({
  method: 'POST',
  path: '/configuration/coupon',
  summary:
    'Adds a coupon. Its terms cannot be changed later, so that a person who has the code knows what it is worth.',
  can: 'onboarding:update',
  inView: 'refused',
  pages: ['agencyList', 'generalSetting'],
  audit: { action: 'Cost Change', did: 'Added a coupon', tried: 'Tried to add a coupon' },
  input: z.object({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'Use 3 to 40 letters, digits, hyphens and underscores.'),
    type: z.enum(couponTypes, 'Choose percent or amount.'),
    value: Amount,
    max_uses: z.coerce.number('Enter a number.').int('Enter a whole number.').min(1, 'Enter 1 or more.').max(1_000_000),
    expiry: z.union([z.literal(''), Day]).default(''),
  }),
  output: Done.extend({ data: CouponRow }),
})

export const removeCoupon = call({
  method: 'DELETE',
  path: '/configuration/coupon',
  summary: 'Ends a coupon. Charges that it made less stay as they are.',
  can: 'onboarding:update',
  inView: 'refused',
  pages: ['agencyList', 'generalSetting'],
  audit: { action: 'Cost Change', did: 'Ended a coupon', tried: 'Tried to end a coupon' },
  input: z.object({ code: z.string().trim().toUpperCase().min(1, 'Name the coupon.').max(40) }),
  output: Done,
})
