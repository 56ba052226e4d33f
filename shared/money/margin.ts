// What campaigns bring an agency: what its clients were charged, less what that costs it. Payments say what came, bills what it
// costs; what went back is below zero in both.
import type { CampaignBill } from '../model/campaign-bill.ts'
import { isTakenBack, type Payment } from '../model/payment.ts'
import { feeWholesaleCents } from './bill.ts'

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

type Paid = Pick<Payment, 'status' | 'amountCents' | 'refundedCents' | 'dispute' | 'disputeSettledAt'>
type Billed = Pick<CampaignBill, 'items' | 'sums' | 'payer'>

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

const isUnpaid = (payment: Paid): boolean => payment.status === 'open' || isTakenBack(payment)
const chargedOf = (payment: Paid): number =>
  isUnpaid(payment) || payment.status === 'void' ? 0 : payment.amountCents - payment.refundedCents

/**
 * Of the client's payments for a campaign, and of the campaign's bills.
 * @example marginOf([], []).marginCents // 0
 */
export function marginOf(payments: readonly Paid[], bills: readonly Billed[]): Margin {
  const byHand = bills.filter(({ payer }) => payer === 'agency')
  const chargedCents = sum(payments, chargedOf)
  const byHandCents = sum(byHand, ({ sums }) => sums.retailCents)
  const feesCents = sum(bills, ({ items }) => feeWholesaleCents(items))
  // What was too small to be charged at the end cost nothing.
  const costCents = sum(bills, ({ sums }) => sums.wholesaleCents - sums.waived.agencyCents)
  return {
    chargedCents,
    unpaidCents: sum(payments.filter(isUnpaid), ({ amountCents }) => amountCents),
    byHandCents,
    leadsCents: costCents - feesCents,
    feesCents,
    marginCents: chargedCents + byHandCents - costCents,
  }
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
