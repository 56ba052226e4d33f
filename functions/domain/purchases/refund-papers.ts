// Bills of what went back and of what came again, and the leads that are bought anew where their money could not go.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { CampaignBill, LeadLot, LeadRefund, RefundPart } from '#shared/model/campaign-bill.ts'
import { noCarry } from '#shared/money/bill.ts'
import { mergedLots } from '#shared/money/leads-taken.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import { fromCents } from '#shared/money/price-text.ts'

export function leadsAgain({ lots: given }: RefundPart, lots: readonly LeadLot[]) {
  return mergedLots(lots, given).map(
    ({ leads, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents, billKey }) => ({
      leads,
      kind,
      retailCentiCents,
      wholesaleCentiCents,
      rootCentiCents,
      billKey,
    }),
  )
}

/** What went back, as a bill of its own: its sums are below zero. */
export function toBill(
  bill: CampaignBill,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
  { lots, madeAt }: { lots: readonly LeadLot[]; madeAt: number },
): CampaignBill {
  const { clientCents, feeCents, agencyCents } = part
  const today = dayIn(SYSTEM_ZONE, refund.at)
  const units = leadsAgain(part, lots)
  const wholesaleCents = feeCents + agencyCents
  // Of lots of one bill the first bears what rounding left.
  const credit = {
    what: 'refund' as const,
    count: 1,
    retailCentiCents: fromCents(clientCents),
    wholesaleCentiCents: fromCents(wholesaleCents),
    rootCentiCents: 0,
    retailCents: -clientCents,
    wholesaleCents: -wholesaleCents,
  }
  const lines = units.map(({ leads: count, billKey: _, ...unit }, at) => ({
    what: 'refund' as const,
    count,
    ...unit,
    retailCents: at === 0 ? -clientCents : 0,
    wholesaleCents: at === 0 ? -wholesaleCents : 0,
  }))
  return {
    ...bill,
    key: `refund-${String(refund.number).padStart(6, '0')}-${index + 1}`,
    why: 'refund',
    fromOn: today,
    toOn: today,
    items: part.of === 'carry' ? [credit] : lines,
    sums: {
      retailCents: -clientCents,
      wholesaleCents: -wholesaleCents,
      clientPaysCents: -clientCents,
      feeCents: -feeCents,
      agencyPaysCents: -agencyCents,
      carry: noCarry,
      waived: noCarry,
    },
    carried: noCarry,
    ahead: undefined,
    // When its money went, which may be days after it was asked for: days that are over are added up by then.
    createdAt: madeAt,
    isDone: true,
  }
}

/** What an agency got, or had got, of a part beside its payer's money: a bill of its own, whose key ends so. */
export function toRestBill(
  bill: CampaignBill,
  refund: LeadRefund,
  index: number,
  part: RefundPart,
  { end, madeAt }: { end: string; madeAt: number },
): CampaignBill {
  const rest = { ...part, clientCents: 0, of: 'carry' as const }
  const paper = toBill(bill, refund, index, rest, { lots: [], madeAt })
  return { ...paper, key: `${paper.key}-${end}` }
}

/** The bill of what came again after it had gone to an agency: nobody is asked for it. */
export const undoing = (paper: CampaignBill): CampaignBill => ({
  ...paper,
  key: `${paper.key}-back`,
  items: backItems(paper),
  sums: {
    ...paper.sums,
    wholesaleCents: -paper.sums.wholesaleCents,
    feeCents: -paper.sums.feeCents || 0,
    agencyPaysCents: -paper.sums.agencyPaysCents,
  },
})
const backItems = ({ items, payer }: CampaignBill): CampaignBill['items'] =>
  items.map((item) => ({
    ...item,
    what: 'bought' as const,
    // Whose retail price it was, no matter who is asked now.
    payer: item.payer ?? payer,
    retailCents: -item.retailCents,
    wholesaleCents: -item.wholesaleCents,
  }))

/** What went back and came again. The agency is asked for what the root and its own card had given back to it. */
export function toCounterBill(
  paper: CampaignBill,
  { payer, feeCents, agencyCents, of }: RefundPart,
  at: number,
): CampaignBill {
  const owed = payer === 'client' && of === undefined ? feeCents + agencyCents : 0
  const { sums } = paper
  const pays = owed > SMALLEST_CHARGE_CENTS ? owed : 0
  return {
    ...paper,
    key: `${paper.key}-back`,
    payer: 'agency',
    items: backItems(paper),
    sums: {
      retailCents: -sums.retailCents,
      wholesaleCents: -sums.wholesaleCents,
      clientPaysCents: 0,
      feeCents: 0,
      agencyPaysCents: pays,
      carry: noCarry,
      waived: { clientCents: 0, agencyCents: owed - pays },
    },
    createdAt: at,
    isDone: pays === 0,
  }
}
