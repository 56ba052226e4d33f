// What the log of changes says of how a company pays: of its card no more than people are shown.
import type { Billing } from '#shared/model/billing.ts'

const two = (part: number) => String(part).padStart(2, '0')

export const billingFacts = (billing: Billing) => ({
  card: billing.cardId ? `${billing.cardBrand} ${billing.cardLast4}` : '',
  card_expires: billing.cardId ? `${two(billing.cardExpMonth)}/${billing.cardExpYear}` : '',
  billing_method: billing.billingMethod,
  pays_directly: billing.isDirect,
  coupon: billing.couponCode,
})
