// What the invoices of a campaign's bill say. The client's shows retail alone; the agency's shows wholesale, and what the client's
// payment held of it.
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import type { InvoiceLine } from '#shared/model/payment.ts'
import { type BillItem, isFee, retailSideOf } from '#shared/money/bill.ts'
import type { LeadKind } from '#shared/money/price-list.ts'
import { roundToCents } from '#shared/money/price-text.ts'

type Bill = Pick<CampaignBill, 'items' | 'sums' | 'carried' | 'payer' | 'term'>

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** @example dayText('2027-03-01') // 'Mar 1' */
const dayText = (day: string) => shortDay.format(Date.parse(`${day}T00:00:00Z`))

const kindNames = { basic: 'basic', advanced: 'advanced', b2b: 'B2B' } as const satisfies Record<LeadKind, string>
const leadsOf = (kind: LeadKind = 'basic') => `Leads ${kindNames[kind]}`

function labelOf({ what, kind, fromOn, toOn }: BillItem, term: Bill['term']): string {
  switch (what) {
    case 'platform':
      return 'Platform fee'
    case 'campaign':
      return fromOn && toOn ? `Campaign fee (${dayText(fromOn)} to ${dayText(toOn)})` : 'Campaign fee'
    case 'leads':
      return leadsOf(kind)
    case 'above':
      return 'Leads above limit'
    case 'bought':
      // What is bought once is no top-up of anything.
      return term === 'One Time' ? leadsOf(kind) : 'Top-up'
    case 'credit':
      return 'Credit'
    case 'refund':
      return 'Refund'
    default:
      return what satisfies never
  }
}

/** With the items that it was made of. */
type CountedLine = InvoiceLine & { qty: number; unitCentiCents: number; items: BillItem[] }

/** One line for what costs one payer the same, as long as its sum is still count times unit. */
function addLine(lines: CountedLine[], line: CountedLine): CountedLine[] {
  const { label, qty, unitCentiCents, amountCents } = line
  const index = lines.findIndex((each) => each.label === label && each.unitCentiCents === unitCentiCents)
  const same = lines[index]
  if (!same) return [...lines, line]
  const both = {
    ...line,
    qty: same.qty + qty,
    amountCents: same.amountCents + amountCents,
    items: [...same.items, ...line.items],
  }
  if (Math.abs(both.amountCents) !== roundToCents(both.qty * Math.abs(unitCentiCents))) return [...lines, line]
  return lines.with(index, both)
}

type Side = (item: BillItem) => { unitCentiCents: number; amountCents: number }
const retail: Side = ({ retailCentiCents, retailCents }) => ({
  unitCentiCents: retailCentiCents,
  amountCents: retailCents,
})
const wholesale: Side = ({ wholesaleCentiCents, wholesaleCents }) => ({
  unitCentiCents: wholesaleCentiCents,
  amountCents: wholesaleCents,
})

function countedLines({ items, term }: Pick<Bill, 'items' | 'term'>, side: Side): CountedLine[] {
  let lines: CountedLine[] = []
  for (const item of items) {
    const { unitCentiCents, amountCents } = side(item)
    // A fee that only the other one pays is no line of this one's.
    if (isFee(item) && unitCentiCents === 0) continue
    const isBack = (item.what === 'credit' || item.what === 'refund') && unitCentiCents !== 0
    lines = addLine(lines, {
      label: labelOf(item, term),
      qty: item.count,
      unitCentiCents: isBack ? -unitCentiCents : unitCentiCents,
      amountCents,
      items: [item],
    })
  }
  return lines
}

const linesOf = (bill: Bill, side: Side): InvoiceLine[] => countedLines(bill, side).map(({ items: _, ...line }) => line)

const CARRIED = 'Carried over'

const orNone = (label: string, amountCents: number): InvoiceLine[] =>
  amountCents === 0 ? [] : [{ label, amountCents }]

/** Without what was credited of leads that its agency paid: the client never had them on a bill. */
const ofClient = (bill: Bill): Bill => ({
  ...bill,
  items: bill.items.filter((item) => retailSideOf(item, bill.payer) === 'client'),
})

/** Of the client: at retail alone, and what waited from the bill before. Their sum is what he pays, where that is charged. */
export const clientLines = (bill: Bill): InvoiceLine[] => [
  ...linesOf(ofClient(bill), retail),
  ...orNone(CARRIED, bill.carried.clientCents),
]

/** Of the agency: at wholesale, less what the root got out of the client's payment. */
export const agencyLines = (bill: Bill): InvoiceLine[] => [
  ...linesOf(bill, wholesale),
  ...orNone(CARRIED, bill.carried.agencyCents),
  ...orNone("Held in the client's payment", -bill.sums.feeCents || 0),
]

/** What a line of an invoice is made of: items of its bill, or what was carried from the bills before it. */
export type LineOrigin = { items: readonly BillItem[] } | 'carried'

/** What the lines of one payer are made of that can be, in their order; what was held in another payment is of none. */
export function lineOrigins(bill: Bill, who: 'client' | 'agency'): LineOrigin[] {
  const isClient = who === 'client'
  const carried = isClient ? bill.carried.clientCents : bill.carried.agencyCents
  const counted = isClient ? countedLines(ofClient(bill), retail) : countedLines(bill, wholesale)
  return [...counted.map(({ items }) => ({ items })), ...(carried === 0 ? [] : ['carried' as const])]
}

/** The line of a campaign on an invoice of many. */
export const campaignLine = (campaignName: string): string => `${LEADS_OF}${campaignName}`
const LEADS_OF = 'Leads of '
const named = [
  'Top-up',
  'Credit',
  'Leads above limit',
  CARRIED,
  ...Object.values(kindNames).map((name) => `Leads ${name}`),
]

/** Whether leads stand behind a line of an invoice for leads, by what it says. */
export const isOfLeads = (label: string): boolean => named.includes(label) || label.startsWith(LEADS_OF)
