// What the audit log says of how a company pays: of its card no more than people are shown.
import { watch } from '#shared/log-facts.ts'
import type { Billing } from '#shared/model/billing.ts'
import type { Db } from '../../data/index.ts'
import { cardShown } from './card-page.ts'

function billingFacts(billing: Billing) {
  const { brand, last4, exp } = cardShown(billing)
  return {
    ...(billing.cardId ? { card: `${brand} ${last4}`, card_expires: exp } : { card: '', card_expires: '' }),
    billing_method: billing.billingMethod,
    pays_directly: billing.isDirect,
    coupon: billing.couponCode,
  }
}

/** Looks at how a company pays; the answer looks once more and says what is another by then. */
export const watchBilling = (db: Db, companyId: string) =>
  watch(async () => billingFacts(await db.billing.get(companyId)))
