// An agency's cost setting as the wire names it: sections of products, blocks of payment terms, fields with the product's
// prefix. Inside it is a `CostList`.
import * as z from 'zod'
import type { PaymentTerm } from '../../model/company.ts'
import type { CostList, Fees } from '../../money/price-list.ts'
import { present } from '../../present.ts'
import { toCostSetting } from './cost-wire.ts'
import { Amount, LeadAmount, WireAmount } from './fields.ts'

/** The blocks of each product; `fee` is a whole amount, `lead` the price of one lead. */
const blocksOf = <Fee extends z.ZodType, Lead extends z.ZodType>(fee: Fee, lead: Lead) => ({
  local: z.object({
    LeadspeekPlatformFee: fee,
    LeadspeekCostperlead: lead,
    LeadspeekCostperleadAdvanced: lead,
    LeadspeekMinCostMonth: fee,
  }),
  locator: z.object({ LocatorPlatformFee: fee, LocatorCostperlead: lead, LocatorMinCostMonth: fee }),
  enhance: z.object({ EnhancePlatformFee: fee, EnhanceCostperlead: lead, EnhanceMinCostMonth: fee }),
  b2b: z.object({ B2bPlatformFee: fee, B2bCostperlead: lead, B2bMinCostMonth: fee }),
})

const termsOf = <Block extends z.ZodType>(block: Block) =>
  z.object({ Weekly: block, Monthly: block, OneTime: block, Prepaid: block })

const answered = blocksOf(WireAmount, WireAmount)
/** What is answered: amounts as texts. */
export const CostSetting = z.object({
  local: termsOf(answered.local),
  locator: termsOf(answered.locator),
  enhance: termsOf(answered.enhance),
  b2b: termsOf(answered.b2b),
})
export type CostSetting = z.output<typeof CostSetting>

/** Fees of which something is said. */
type Given = { [Name in keyof Fees]?: number }
const feesOf = (
  platformFeeCents: number | undefined,
  periodFeeCents: number | undefined,
  perLeadCentiCents: number | undefined,
  perLeadAdvancedCentiCents?: number,
): Given => present({ platformFeeCents, periodFeeCents, perLeadCentiCents, perLeadAdvancedCentiCents })

const sent = blocksOf(Amount.optional(), LeadAmount.optional())
const local = sent.local.transform((block) =>
  feesOf(
    block.LeadspeekPlatformFee,
    block.LeadspeekMinCostMonth,
    block.LeadspeekCostperlead,
    block.LeadspeekCostperleadAdvanced,
  ),
)
const locator = sent.locator.transform((block) =>
  feesOf(block.LocatorPlatformFee, block.LocatorMinCostMonth, block.LocatorCostperlead),
)
const enhance = sent.enhance.transform((block) =>
  feesOf(block.EnhancePlatformFee, block.EnhanceMinCostMonth, block.EnhanceCostperlead),
)
const b2b = sent.b2b.transform((block) => feesOf(block.B2bPlatformFee, block.B2bMinCostMonth, block.B2bCostperlead))

/** What is saved. A section, a block or a field that is left out stays as it is: 0 before anybody set it. */
export const CostSettingInput = z
  .object({
    local: termsOf(local).partial(),
    locator: termsOf(locator).partial(),
    enhance: termsOf(enhance).partial(),
    b2b: termsOf(b2b).partial(),
  })
  .partial()

export type CostAnswer = { data: CostSetting; rootcostagency: CostSetting; dpay: PaymentTerm }
/** An agency's costs beside those of its root. */
export const toCostAnswer = (own: CostList, root: CostList): CostAnswer => ({
  data: toCostSetting(own.costs),
  rootcostagency: toCostSetting(root.costs),
  dpay: own.term,
})
