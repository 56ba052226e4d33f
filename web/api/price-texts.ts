// A client's prices, and what its agency pays, between what is computed with and the texts in which amounts travel.
import { amountText } from '#shared/money/cost-texts.ts'
import type { Fees, RetailPrice } from '#shared/money/price-list.ts'
import { priceText, readCentiCents, readCents } from '#shared/money/price-text.ts'
import type { Output } from './terms.ts'

type Answer = Output<'pricing.getPrice'>

/** Prices as they are saved. */
export const toPriceTexts = (price: RetailPrice) => ({
  costPerLead: priceText(price.perLeadCentiCents),
  costPerLeadAdvanced: priceText(price.perLeadAdvancedCentiCents),
  costPerLeadB2b: priceText(price.perLeadB2bCentiCents),
  periodFee: amountText(price.periodFeeCents),
  costAboveLimit: priceText(price.aboveLimitCentiCents),
  leadLimit: price.limit.count,
  leadLimitPeriod: price.limit.every,
  leadLimitStart: price.limit.fromOn,
  leadLimitEnd: price.limit.toOn,
  paymentTerm: price.term,
  topUpMode: price.topUp.mode,
  leadsToBuy: price.topUp.leads,
  platformFee: amountText(price.platformFeeCents),
})

/** Prices out of what was answered. */
export const readPriceTexts = (texts: Answer['data']): RetailPrice => ({
  term: texts.paymentTerm,
  perLeadCentiCents: readCentiCents(texts.costPerLead),
  perLeadAdvancedCentiCents: readCentiCents(texts.costPerLeadAdvanced),
  perLeadB2bCentiCents: readCentiCents(texts.costPerLeadB2b),
  periodFeeCents: readCents(texts.periodFee),
  platformFeeCents: readCents(texts.platformFee),
  aboveLimitCentiCents: readCentiCents(texts.costAboveLimit),
  limit: {
    count: texts.leadLimit,
    every: texts.leadLimitPeriod,
    fromOn: texts.leadLimitStart,
    toOn: texts.leadLimitEnd,
  },
  topUp: { mode: texts.topUpMode, leads: texts.leadsToBuy },
})

/** What the agency pays, out of what was answered. */
export const readFeeTexts = (texts: Answer['wholesale'][keyof Answer['wholesale']]): Fees => ({
  platformFeeCents: readCents(texts.platformFee),
  periodFeeCents: readCents(texts.periodFee),
  perLeadCentiCents: readCentiCents(texts.costPerLead),
  perLeadAdvancedCentiCents: readCentiCents(texts.costPerLeadAdvanced),
})
