// One change to what agencies pay: some of the prices of one product under one payment term. The screen shows by it what
// will become of each agency, and the server decides by the same rule.
import type { PaymentTerm, ProductLine } from '../model/company.ts'
import { amountText } from './cost-texts.ts'
import { type CostList, type Costs, type Fees, isFloored, termKeyOf } from './price-list.ts'
import { priceCurrency, priceText } from './price-text.ts'

/** Prices that are missing stay as they are. */
export type CostChange = { line: ProductLine; term: PaymentTerm; fees: Partial<Fees> }

export type CostPlan = {
  before: Fees
  after: Fees
  isChanged: boolean
  /** The whole list with the change in it. */
  costs: Costs
}

export function planCosts({ costs }: Pick<CostList, 'costs'>, { line, term, fees }: CostChange): CostPlan {
  const key = termKeyOf[term]
  const before = costs[line][key]
  const after = { ...before, ...fees }
  return {
    before,
    after,
    isChanged: feeNames.some((name) => before[name] !== after[name]),
    costs: { ...costs, [line]: { ...costs[line], [key]: after } },
  }
}

const feeNames = ['platformFeeCents', 'periodFeeCents', 'perLeadCentiCents', 'perLeadAdvancedCentiCents'] as const

/** Enhance and b2b are priced only for an agency that has them. */
const isPriced = (line: ProductLine, hasProduct: boolean): boolean => hasProduct || !isFloored(line)

export type CostAgency = { hasProduct: boolean; root: Pick<CostList, 'costs'> }

/** Why an agency cannot have the change, as a sentence; null when it can. */
export function refusalForCosts({ line, term, fees }: CostChange, { hasProduct, root }: CostAgency): string | null {
  if (!isPriced(line, hasProduct)) return 'The agency does not have this product.'
  const minimum = root.costs[line][termKeyOf[term]].perLeadCentiCents
  const asked = fees.perLeadCentiCents
  if (!isFloored(line) || asked === undefined || asked >= minimum) return null
  return `The platform itself pays ${priceCurrency(minimum)} per lead: nothing less can be set.`
}

/** What the audit log says of costs, by the names of the fields. */
export const costFacts = (fees: Fees) => ({
  setup_fee: amountText(fees.platformFeeCents),
  campaign_fee: amountText(fees.periodFeeCents),
  per_lead: priceText(fees.perLeadCentiCents),
  per_lead_advanced: priceText(fees.perLeadAdvancedCentiCents),
})
