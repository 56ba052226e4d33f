// Costs between our terms and the wire's: each product writes its fields with a prefix of its own, amounts are texts.
import type { ProductLine } from '../model/company.ts'
import type { Costs, Fees, TermKey } from './price-list.ts'
import { fromCents, priceText, readCentiCents, readCents } from './price-text.ts'

const prefixes = { local: 'Leadspeek', locator: 'Locator', enhance: 'Enhance', b2b: 'B2b' } as const

/** The wire's name of the price of a lead. */
export const costPerLeadField = (line: ProductLine, term: TermKey): string =>
  `${line}.${term}.${prefixes[line]}Costperlead`

/** Cents as the wire writes them. */
export const amountText = (cents: number): string => priceText(fromCents(cents))

const inTerms = <From, To>(blocks: Record<TermKey, From>, to: (block: From) => To): Record<TermKey, To> => ({
  Weekly: to(blocks.Weekly),
  Monthly: to(blocks.Monthly),
  OneTime: to(blocks.OneTime),
  Prepaid: to(blocks.Prepaid),
})

/** Costs as they are answered and saved. */
export const toCostSetting = (costs: Costs) => ({
  local: inTerms(costs.local, (fees) => ({
    LeadspeekPlatformFee: amountText(fees.platformFeeCents),
    LeadspeekCostperlead: priceText(fees.perLeadCentiCents),
    LeadspeekCostperleadAdvanced: priceText(fees.perLeadAdvancedCentiCents),
    LeadspeekMinCostMonth: amountText(fees.periodFeeCents),
  })),
  locator: inTerms(costs.locator, (fees) => ({
    LocatorPlatformFee: amountText(fees.platformFeeCents),
    LocatorCostperlead: priceText(fees.perLeadCentiCents),
    LocatorMinCostMonth: amountText(fees.periodFeeCents),
  })),
  enhance: inTerms(costs.enhance, (fees) => ({
    EnhancePlatformFee: amountText(fees.platformFeeCents),
    EnhanceCostperlead: priceText(fees.perLeadCentiCents),
    EnhanceMinCostMonth: amountText(fees.periodFeeCents),
  })),
  b2b: inTerms(costs.b2b, (fees) => ({
    B2bPlatformFee: amountText(fees.platformFeeCents),
    B2bCostperlead: priceText(fees.perLeadCentiCents),
    B2bMinCostMonth: amountText(fees.periodFeeCents),
  })),
})
type Setting = ReturnType<typeof toCostSetting>

const fees = (platform: string, period: string, lead: string, advanced = '0'): Fees => ({
  platformFeeCents: readCents(platform),
  periodFeeCents: readCents(period),
  perLeadCentiCents: readCentiCents(lead),
  perLeadAdvancedCentiCents: readCentiCents(advanced),
})

/** Costs out of what was answered. */
export const readCostSetting = ({ local, locator, enhance, b2b }: Setting): Costs => ({
  local: inTerms(local, (block) =>
    fees(
      block.LeadspeekPlatformFee,
      block.LeadspeekMinCostMonth,
      block.LeadspeekCostperlead,
      block.LeadspeekCostperleadAdvanced,
    ),
  ),
  locator: inTerms(locator, (block) =>
    fees(block.LocatorPlatformFee, block.LocatorMinCostMonth, block.LocatorCostperlead),
  ),
  enhance: inTerms(enhance, (block) =>
    fees(block.EnhancePlatformFee, block.EnhanceMinCostMonth, block.EnhanceCostperlead),
  ),
  b2b: inTerms(b2b, (block) => fees(block.B2bPlatformFee, block.B2bMinCostMonth, block.B2bCostperlead)),
})
