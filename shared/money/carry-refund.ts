// Money that is due back to somebody once no bill follows: what was credited after the last one. It goes back to what paid, the
// newest payment first, each up to what it has paid. Pure.
import type { BillPayer, Carry } from './bill.ts'
import type { BillPayments, PaidPart } from './lead-refund.ts'

/** What goes back of the payments of one bill. */
export type CarryBack = {
  billKey: string
  payer: BillPayer
  /** To the client's card; of it the root gives `feeCents` of its fee to the agency's account. */
  clientCents: number
  feeCents: number
  /** To what the agency paid with itself. */
  agencyCents: number
}

const restOf = ({ paidCents, backCents }: PaidPart) => Math.max(0, paidCents - backCents)

/**
 * What goes back of a sum that is carried, where it is below zero. `bills`: what paid each, the newest first.
 * @example a credit of 1.50 with a wholesale of 0.50: { clientCents: 150, feeCents: 50, agencyCents: 0 } of the last bill
 */
export function planCarryBack(
  carry: Carry,
  bills: readonly { billKey: string; payments: BillPayments }[],
): CarryBack[] {
  let client = Math.max(0, -carry.clientCents)
  let agency = Math.max(0, -carry.agencyCents)
  return bills.flatMap(({ billKey, payments }) => {
    const { payer, isRefundable } = payments
    if (!isRefundable) return []
    const isClient = payer === 'client'
    const clientCents = isClient ? Math.min(client, restOf(payments.client)) : 0
    const feeCents = isClient ? Math.min(agency, restOf(payments.fee)) : 0
    const agencyCents = Math.min(agency - feeCents, restOf(payments.agency))
    if (clientCents + feeCents + agencyCents === 0) return []
    client -= clientCents
    agency -= feeCents + agencyCents
    return [{ billKey, payer, clientCents, feeCents, agencyCents }]
  })
}

/** Whole cents of wholesale that a Data Wallet has paid and that no further lead will use, from what waits in hundredths of a cent. */
export const walletBack = (holdCarryCentiCents: number): number =>
  holdCarryCentiCents < 0 ? Math.floor(-holdCarryCentiCents / 100) : 0
