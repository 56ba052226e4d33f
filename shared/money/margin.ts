// What campaigns bring an agency: what its clients were charged, less what that costs it. Payments say what came, bills what it
// costs; what went back is below zero in both.
import type { CampaignBill } from '../model/campaign-bill.ts'
import { isTakenBack, type Payment } from '../model/payment.ts'
import { feeWholesaleCents, retailCentsOf } from './bill.ts'

/** All in cents. */
export type Margin = {
  /** What the client paid, less what went back to it. */
  chargedCents: number
  /** What the client was asked for and has not paid. */
  unpaidCents: number
  /** What the leads come to at retail where the agency asks its client itself, and pays all that they cost. */
  byHandCents: number
  /** Wholesale of leads, and of fees. */
  leadsCents: number
  feesCents: number
  /** What came, or is the agency's own to ask for, less what it costs. */
  marginCents: number
}

type Paid = Pick<Payment, 'status' | 'amountCents' | 'failedAt' | 'refundedCents' | 'dispute' | 'disputeSettledAt'>
type Billed = Pick<CampaignBill, 'items' | 'sums' | 'payer' | 'ahead'>

/** What bills say of a margin. `costCents` is the wholesale of leads and fees. */
export type BilledSums = { costCents: number; feeCents: number; byHandCents: number }
/** What payments say of it. */
export type ChargedSums = Pick<Margin, 'chargedCents' | 'unpaidCents'>

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** What is under way for the first time is neither paid nor owed yet. */
const isUnpaid = (payment: Paid): boolean =>
  (payment.status === 'open' && payment.failedAt !== null) || isTakenBack(payment)
const chargedOf = (payment: Paid): number =>
  payment.status === 'open' || payment.status === 'void' || isTakenBack(payment)
    ? 0
    : payment.amountCents - payment.refundedCents

/** Of a client's payments for its campaigns. */
export const chargedSums = (payments: readonly Paid[]): ChargedSums => ({
  chargedCents: sum(payments, chargedOf),
  unpaidCents: sum(payments.filter(isUnpaid), ({ amountCents }) => amountCents),
})

/** Of one bill. What was too small to be charged at the end cost nothing. */
export const billedSums = ({ items, sums, payer, ahead }: Billed): BilledSums => ({
  costCents: sums.wholesaleCents - sums.waived.agencyCents + (ahead?.wholesaleCents ?? 0),
  feeCents: feeWholesaleCents(items),
  byHandCents: retailCentsOf(items, payer, 'agency') + (ahead?.retailCents ?? 0),
})

/** Of what payments and bills of the same days come to. */
export const marginFrom = (
  { chargedCents, unpaidCents }: ChargedSums,
  { costCents, feeCents, byHandCents }: BilledSums,
): Margin => ({
  chargedCents,
  unpaidCents,
  byHandCents,
  leadsCents: costCents - feeCents,
  feesCents: feeCents,
  marginCents: chargedCents + byHandCents - costCents,
})

/**
 * Of the client's payments for a campaign, and of the campaign's bills.
 * @example marginOf([], []).marginCents // 0
 */
export function marginOf(payments: readonly Paid[], bills: readonly Billed[]): Margin {
  const all = bills.map(billedSums)
  return marginFrom(chargedSums(payments), {
    costCents: sum(all, ({ costCents }) => costCents),
    feeCents: sum(all, ({ feeCents }) => feeCents),
    byHandCents: sum(all, ({ byHandCents }) => byHandCents),
  })
}

/** Of several together. */
export function addMargins(margins: readonly Margin[]): Margin {
  const all = (of: keyof Margin) => sum(margins, (each) => each[of])
  return {
    chargedCents: all('chargedCents'),
    unpaidCents: all('unpaidCents'),
    byHandCents: all('byHandCents'),
    leadsCents: all('leadsCents'),
    feesCents: all('feesCents'),
    marginCents: all('marginCents'),
  }
}
