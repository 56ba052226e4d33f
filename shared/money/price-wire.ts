// A client's prices, and what its agency pays, between our terms and the wire's: amounts travel as texts.
import { amountText } from './cost-wire.ts'
import type { Fees, RetailPrice } from './price-list.ts'
import { priceText, readCentiCents, readCents } from './price-text.ts'

/** Prices as they are answered and saved. */
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

/** Prices out of what was answered. */
export const readPriceWire = (wire: ReturnType<typeof toPriceWire>): RetailPrice => ({
  term: wire.PaymentTerm,
  perLeadCentiCents: readCentiCents(wire.CostSet),
  perLeadAdvancedCentiCents: readCentiCents(wire.CostSetAdvanced),
  perLeadB2bCentiCents: readCentiCents(wire.CostSetB2b),
  periodFeeCents: readCents(wire.CostMonth),
  platformFeeCents: readCents(wire.PlatformFee),
  aboveLimitCentiCents: readCentiCents(wire.CostMaxLead),
  limit: { count: wire.LimitLead, every: wire.LimitLeadFreq, fromOn: wire.LimitLeadStart, toOn: wire.LimitLeadEnd },
  topUp: { mode: wire.topupoptions, leads: wire.leadsbuy },
})

/** What the agency pays, beside the price. */
export const toFeesWire = (fees: Fees) => ({
  platform_fee: amountText(fees.platformFeeCents),
  cost_month: amountText(fees.periodFeeCents),
  cost_per_lead: priceText(fees.perLeadCentiCents),
  cost_per_lead_advanced: priceText(fees.perLeadAdvancedCentiCents),
})

export const readFeesWire = (wire: ReturnType<typeof toFeesWire>): Fees => ({
  platformFeeCents: readCents(wire.platform_fee),
  periodFeeCents: readCents(wire.cost_month),
  perLeadCentiCents: readCentiCents(wire.cost_per_lead),
  perLeadAdvancedCentiCents: readCentiCents(wire.cost_per_lead_advanced),
})
