// What a campaign pays before leads come: when it starts, and when it buys more leads. Pure; who is asked for it, and what follows,
// stands in functions/domain/purchases/purchase.ts.
import type { ProductLine } from '../model/company.ts'
import { type BillItem, type BillPayer, type BillSums, billSums, boughtItem, feeItems, noCarry } from './bill.ts'
import type { LotPrice } from './bought-leads.ts'
import { type Fees, type LeadKind, leadPrice, type RetailPrice } from './price-list.ts'

/** Leads that are bought, and what each of them costs. */
export type Bought = LotPrice & { leads: number; kind: LeadKind }

/** What a purchase comes to. `feePeriod`: the period whose campaign fee it pays. */
export type Charge = {
  items: BillItem[]
  sums: BillSums
  feePeriod?: number
  hasPlatformFee: boolean
  bought?: Bought
}

export type SaleFacts = {
  line: ProductLine
  kind: LeadKind
  price: RetailPrice
  /** What the agency pays, and what the root pays itself. */
  wholesale: Fees
  root: Fees
  payer: BillPayer
}

export type StartFacts = SaleFacts & {
  /** The period that runs now, counted from the first start; 0 at it. */
  period: number
  /** The last period whose campaign fee was charged; -1 for none. */
  feePeriod: number
  isPlatformCharged: boolean
  /** Leads that were bought and are not gone. */
  leadsLeft: number
  /** All leads that the campaign had so far, which a limit of leads in all counts. */
  leadsSoFar: number
}

function buy({ line, kind, price, wholesale, root }: SaleFacts, leads: number): Bought {
  const { retailCentiCents, wholesaleCentiCents } = leadPrice(price, wholesale, line, kind)
  const { wholesaleCentiCents: rootCentiCents } = leadPrice(price, root, line, kind)
  return { leads, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents }
}

const itemsOf = ({ leads, kind, ...unit }: Bought): BillItem[] => [boughtItem(leads, unit, kind)]

/** How many leads a start buys: none where leads are billed afterwards, or where some are left. */
export function leadsOfStart({
  price,
  leadsLeft,
  leadsSoFar,
}: Pick<StartFacts, 'price' | 'leadsLeft' | 'leadsSoFar'>): number {
  if (leadsLeft > 0) return 0
  if (price.term === 'Prepaid') return Math.max(0, price.topUp.leads)
  return price.term === 'One Time' ? Math.max(0, price.limit.count - leadsSoFar) : 0
}

/** The campaign fee is paid once for each period; of a term without periods once. */
const isFeeDue = ({ price, period, feePeriod }: StartFacts) =>
  price.term === 'One Time' ? feePeriod < 0 : feePeriod < period

/**
 * What a start costs now: the platform fee of the first one, the campaign fee of the running period, and leads that are bought
 * ahead. Without items it costs nothing, and nothing needs to be written down.
 */
export function startCharge(facts: StartFacts): Charge {
  const { price, wholesale, payer, isPlatformCharged, period } = facts
  const platform = isPlatformCharged ? [] : feeItems('platform', price, wholesale)
  const fee = isFeeDue(facts) ? feeItems('campaign', price, wholesale) : []
  const leads = leadsOfStart(facts)
  const bought = leads > 0 ? buy(facts, leads) : undefined
  const items = [...platform, ...fee, ...(bought ? itemsOf(bought) : [])]
  return {
    items,
    sums: billSums(items, { payer, carry: noCarry, isLast: price.term === 'One Time' }),
    ...(fee.length > 0 && { feePeriod: price.term === 'One Time' ? 0 : period }),
    hasPlatformFee: platform.length > 0,
    ...(bought && { bought }),
  }
}

/** What further leads of a prepaid campaign cost. */
export function topUpCharge(facts: SaleFacts): Charge {
  const bought = buy(facts, facts.price.topUp.leads)
  const items = itemsOf(bought)
  return {
    items,
    sums: billSums(items, { payer: facts.payer, carry: noCarry, isLast: false }),
    hasPlatformFee: false,
    bought,
  }
}
