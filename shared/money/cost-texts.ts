// Costs between what is computed with and the texts in which amounts travel.
import type { ProductLine } from '../model/company.ts'
import type { Costs, Fees, TermKey } from './price-list.ts'
import { fromCents, priceText, readCentiCents, readCents } from './price-text.ts'

/** Cents as a text. */
export const amountText = (cents: number): string => priceText(fromCents(cents))

export const inTerms = <From, To>(blocks: Record<TermKey, From>, to: (block: From) => To): Record<TermKey, To> => ({
  Weekly: to(blocks.Weekly),
  Monthly: to(blocks.Monthly),
  OneTime: to(blocks.OneTime),
  Prepaid: to(blocks.Prepaid),
})

const common = (fees: Fees) => ({
  platformFee: amountText(fees.platformFeeCents),
  costPerLead: priceText(fees.perLeadCentiCents),
  periodFee: amountText(fees.periodFeeCents),
})

/** Costs as they are answered and saved. */
export const toCostTexts = (costs: Costs) => ({
  local: inTerms(costs.local, (fees) => ({
    ...common(fees),
    costPerLeadAdvanced: priceText(fees.perLeadAdvancedCentiCents),
  })),
  locator: inTerms(costs.locator, common),
  enhance: inTerms(costs.enhance, common),
  b2b: inTerms(costs.b2b, common),
})

type Block = ReturnType<typeof common> & { costPerLeadAdvanced?: string }

const read = (block: Block): Fees => ({
  platformFeeCents: readCents(block.platformFee),
  periodFeeCents: readCents(block.periodFee),
  perLeadCentiCents: readCentiCents(block.costPerLead),
  perLeadAdvancedCentiCents: readCentiCents(block.costPerLeadAdvanced ?? '0'),
})

/** Costs out of what was answered. */
export const readCostTexts = (texts: Record<ProductLine, Record<TermKey, Block>>): Costs => ({
  local: inTerms(texts.local, read),
  locator: inTerms(texts.locator, read),
  enhance: inTerms(texts.enhance, read),
  b2b: inTerms(texts.b2b, read),
})
