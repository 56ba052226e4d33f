// What products cost: an agency's wholesale costs by product and payment term, a client's retail prices by product, the
// floors that a root sets, and which version of a price holds at an instant.
import { type PaymentTerm, type ProductLine, paymentTerms, productLines } from '../model/company.ts'
import { fromCents } from './price-text.ts'

/** How fees of a term are kept and travel. */
export const termKeys = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const
export type TermKey = (typeof termKeys)[number]
export const termKeyOf = {
  Weekly: 'Weekly',
  Monthly: 'Monthly',
  'One Time': 'OneTime',
  Prepaid: 'Prepaid',
} as const satisfies Record<PaymentTerm, TermKey>

/** Whether leads are bought before they come. */
export const isBought = (term: PaymentTerm): boolean => term === 'Prepaid' || term === 'One Time'

export const defaultTerm: PaymentTerm = paymentTerms[0]

/** How long the campaign fee of a term lasts, in words; a term without periods has none. */
export const periodWords = {
  Weekly: 'per week',
  Monthly: 'per month',
  'One Time': '',
  Prepaid: 'per month',
} as const satisfies Record<PaymentTerm, string>

/** What one product costs under one term. Only `local` has a price of its own for leads with advanced data. */
export type Fees = {
  platformFeeCents: number
  periodFeeCents: number
  perLeadCentiCents: number
  perLeadAdvancedCentiCents: number
}
export const noFees: Fees = {
  platformFeeCents: 0,
  periodFeeCents: 0,
  perLeadCentiCents: 0,
  perLeadAdvancedCentiCents: 0,
}

export type Costs = Record<ProductLine, Record<TermKey, Fees>>
/** `term` is the one that a screen opens with. */
export type CostList = { term: PaymentTerm; costs: Costs }

/** Costs of which something is said: what is left out stays as it is. */
export type GivenCosts = {
  [Line in ProductLine]?: { [Key in TermKey]?: { [Fee in keyof Fees]?: number } | undefined } | undefined
}

export function withCosts(before: Costs, given: GivenCosts): Costs {
  const section = (line: ProductLine): Record<TermKey, Fees> => {
    const block = (key: TermKey): Fees => ({ ...before[line][key], ...given[line]?.[key] })
    return { Weekly: block('Weekly'), Monthly: block('Monthly'), OneTime: block('OneTime'), Prepaid: block('Prepaid') }
  }
  return { local: section('local'), locator: section('locator'), enhance: section('enhance'), b2b: section('b2b') }
}

const everywhere = (fees: Fees): Costs => {
  const blocks = { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees }
  return { local: blocks, locator: blocks, enhance: blocks, b2b: blocks }
}
/** Before anybody set a price everything costs nothing. */
export const noCosts: CostList = { term: defaultTerm, costs: everywhere(noFees) }

/** Products whose price of a lead never lies below what the root itself pays. */
const flooredLines = ['enhance', 'b2b'] as const satisfies readonly ProductLine[]
export const isFloored = (line: ProductLine): boolean => flooredLines.some((each) => each === line)

export type Shortfall = { line: ProductLine; term: TermKey; minimumCentiCents: number }

/** Where costs lie below the root's: by product and term, with the least that is allowed there. */
export function belowMinimum(costs: Costs, rootCosts: Costs): Shortfall[] {
  return flooredLines.flatMap((line) =>
    termKeys.flatMap((term) => {
      const minimumCentiCents = rootCosts[line][term].perLeadCentiCents
      return costs[line][term].perLeadCentiCents < minimumCentiCents ? [{ line, term, minimumCentiCents }] : []
    }),
  )
}

/** The same costs with every price that lies below the root's raised to it. */
export function raisedToMinimum(costs: Costs, rootCosts: Costs): Costs {
  const raised = { ...costs }
  for (const { line, term, minimumCentiCents } of belowMinimum(costs, rootCosts))
    raised[line] = { ...raised[line], [term]: { ...raised[line][term], perLeadCentiCents: minimumCentiCents } }
  return raised
}

/** What a lead or fee costs an agency: its own list, never below the root's floors, even where nobody set a price yet. */
export function wholesaleOf(
  { costs }: Pick<CostList, 'costs'>,
  root: Pick<CostList, 'costs'>,
  line: ProductLine,
  term: PaymentTerm,
): Fees {
  const key = termKeyOf[term]
  const fees = costs[line][key]
  if (!isFloored(line)) return fees
  return { ...fees, perLeadCentiCents: Math.max(fees.perLeadCentiCents, root.costs[line][key].perLeadCentiCents) }
}

export const limitPeriods = ['day', 'month', 'max'] as const
export type LimitPeriod = (typeof limitPeriods)[number]
export const topUpModes = ['onetime', 'continual'] as const

/** What a client pays for one product, or for one campaign. */
export type RetailPrice = {
  term: PaymentTerm
  perLeadCentiCents: number
  perLeadAdvancedCentiCents: number
  perLeadB2bCentiCents: number
  periodFeeCents: number
  platformFeeCents: number
  /** For leads above the limit; 0 delivers none above it. */
  aboveLimitCentiCents: number
  /** A count of 0 is no limit; empty days leave the limit in force always. */
  limit: { count: number; every: LimitPeriod; fromOn: string; toOn: string }
  topUp: { mode: (typeof topUpModes)[number]; leads: number }
}
export const noPrice: RetailPrice = {
  term: defaultTerm,
  perLeadCentiCents: 0,
  perLeadAdvancedCentiCents: 0,
  perLeadB2bCentiCents: 0,
  periodFeeCents: 0,
  platformFeeCents: 0,
  aboveLimitCentiCents: 0,
  limit: { count: 0, every: 'day', fromOn: '', toOn: '' },
  topUp: { mode: 'onetime', leads: 0 },
}

/** At most so many leads in a day, a month, or altogether. */
export type LeadLimit = { every: LimitPeriod; count: number }

/** The limit that is in force on a day; undefined when there is none. */
export function limitOn({ limit }: Pick<RetailPrice, 'limit'>, day: string): LeadLimit | undefined {
  const { count, every, fromOn, toOn } = limit
  const isInForce = count > 0 && (fromOn === '' || fromOn <= day) && (toOn === '' || day <= toOn)
  return isInForce ? { every, count } : undefined
}

export const leadKinds = ['basic', 'advanced', 'b2b'] as const
export type LeadKind = (typeof leadKinds)[number]

const retailOf = (price: RetailPrice, kind: LeadKind): number => {
  if (kind === 'advanced') return price.perLeadAdvancedCentiCents
  return kind === 'b2b' ? price.perLeadB2bCentiCents : price.perLeadCentiCents
}

export type LeadPrice = { retailCentiCents: number; wholesaleCentiCents: number }

/**
 * Both prices of one lead, which it keeps for ever. Only `local` has a wholesale price of its own for advanced data; elsewhere
 * an advanced lead costs the agency what any lead costs it.
 */
export function leadPrice(price: RetailPrice, wholesale: Fees, line: ProductLine, kind: LeadKind): LeadPrice {
  const isAdvanced = kind === 'advanced' && line === 'local'
  return {
    retailCentiCents: retailOf(price, kind),
    wholesaleCentiCents: isAdvanced ? wholesale.perLeadAdvancedCentiCents : wholesale.perLeadCentiCents,
  }
}

const priceParts = ['perLead', 'perLeadAdvanced', 'period', 'platform'] as const
export type PricePart = (typeof priceParts)[number]
export type Comparison = { retailCentiCents: number; wholesaleCentiCents: number; marginCentiCents: number }

/** Retail, wholesale and margin side by side, in centi-cents. A negative margin is paid by the agency. */
export function comparePrices(price: RetailPrice, wholesale: Fees, line: ProductLine): Record<PricePart, Comparison> {
  const beside = (retailCentiCents: number, wholesaleCentiCents: number): Comparison => ({
    retailCentiCents,
    wholesaleCentiCents,
    marginCentiCents: retailCentiCents - wholesaleCentiCents,
  })
  const perLead = line === 'b2b' ? price.perLeadB2bCentiCents : price.perLeadCentiCents
  const advanced = leadPrice(price, wholesale, line, 'advanced')
  return {
    perLead: beside(perLead, wholesale.perLeadCentiCents),
    perLeadAdvanced: beside(advanced.retailCentiCents, advanced.wholesaleCentiCents),
    period: beside(fromCents(price.periodFeeCents), fromCents(wholesale.periodFeeCents)),
    platform: beside(fromCents(price.platformFeeCents), fromCents(wholesale.platformFeeCents)),
  }
}

/** A price and since when it holds. */
export type Version<Value> = { effectiveAt: number; value: Value }

export const isProductLine = (text: string): text is ProductLine => productLines.some((line) => line === text)
