// A client's prices, and what its agency pays, as the wire names them.
import { amountText } from '#shared/money/cost-texts.ts'
import type { Fees, RetailPrice } from '#shared/money/price-list.ts'
import { priceText } from '#shared/money/price-text.ts'

export const toPriceWire = (price: RetailPrice) => ({
  CostSet: priceText(price.perLeadCentiCents),
  CostSetAdvanced: priceText(price.perLeadAdvancedCentiCents),
  CostSetB2b: priceText(price.perLeadB2bCentiCents),
  CostMonth: amountText(price.periodFeeCents),
  CostMaxLead: priceText(price.aboveLimitCentiCents),
  LimitLead: price.limit.count,
  LimitLeadFreq: price.limit.every,
  LimitLeadStart: price.limit.fromOn,
  LimitLeadEnd: price.limit.toOn,
  PaymentTerm: price.term,
  topupoptions: price.topUp.mode,
  leadsbuy: price.topUp.leads,
  PlatformFee: amountText(price.platformFeeCents),
})

/** What the agency pays, beside the price. */
export const toFeesWire = (fees: Fees) => ({
  platform_fee: amountText(fees.platformFeeCents),
  cost_month: amountText(fees.periodFeeCents),
  cost_per_lead: priceText(fees.perLeadCentiCents),
  cost_per_lead_advanced: priceText(fees.perLeadAdvancedCentiCents),
})
