// What goes back for leads that were bought and never came: the newest lots first, each for what was paid for it, and never more
// than its payment. Pure; the order of what is done stands in functions/domain/purchases/refund.ts.
import type { BillPayer } from './bill.ts'
import type { LotPrice, OpenLot } from './bought-leads.ts'
import { roundToCents } from './price-text.ts'

/** A lot as the books have it. What was refunded of it is gone from its end. */
export type RefundLot = LotPrice & {
  number: number
  startsAt: number
  leads: number
  refunded: number
  billKey: string
  /** Of leads that were given back. */
  isReturned?: boolean
}

/** A payment that paid for lots, and what of it may still go back. Nothing where it was never charged. */
export type PaidPart = { paidCents: number; backCents: number }
/** What paid a bill. `isRefundable`: charged by us; what was settled outside cannot go back. `feeCents` was taken of the client's. */
export type BillPayments = {
  payer: BillPayer
  isRefundable: boolean
  client: PaidPart
  agency: PaidPart
  fee: PaidPart
}

/** What goes back for one lot. */
export type LotRefund = {
  number: number
  billKey: string
  payer: BillPayer
  leads: number
  retailCentiCents: number
  wholesaleCentiCents: number
  /** To the client, out of the agency's account; of it the root gives its fee back to that account. */
  clientCents: number
  feeCents: number
  /** To the agency, for what it paid itself. */
  agencyCents: number
}
/** A lot that stays, because nobody could be paid back for it. */
export type LotKept = { number: number; leads: number }
export type RefundPlan = { lots: LotRefund[]; kept: LotKept[]; amountCents: number }

const endOf = ({ startsAt, leads, refunded }: RefundLot) => startsAt + leads - refunded
const leftOf = (lot: RefundLot, gone: number) => Math.max(0, endOf(lot) - Math.max(lot.startsAt, gone))

const restOf = ({ paidCents, backCents }: PaidPart) => Math.max(0, paidCents - backCents)

/**
 * What goes back for all leads that are left. `payments`: what paid each bill, by its key. Amounts of lots of one bill together never
 * exceed what is left of its payments.
 */
export function planRefund(
  lots: readonly RefundLot[],
  gone: number,
  payments: ReadonlyMap<string, BillPayments>,
): RefundPlan {
  const rests = new Map(
    [...payments].map(([key, { client, agency, fee }]) => [
      key,
      { client: restOf(client), agency: restOf(agency), fee: restOf(fee) },
    ]),
  )
  const plan: RefundPlan = { lots: [], kept: [], amountCents: 0 }
  for (const lot of lots.toSorted((a, b) => b.number - a.number)) {
    const leads = leftOf(lot, gone)
    if (leads === 0) continue
    const { number, billKey, retailCentiCents, wholesaleCentiCents } = lot
    const paid = payments.get(billKey)
    const rest = rests.get(billKey)
    if (!paid?.isRefundable || !rest) {
      plan.kept.push({ number, leads })
      continue
    }
    const retail = roundToCents(leads * retailCentiCents)
    const wholesale = roundToCents(leads * wholesaleCentiCents)
    const isClient = paid.payer === 'client'
    const clientCents = isClient ? Math.min(retail, rest.client) : 0
    // What the client's payment did not hold was paid by the agency itself, and goes back there first.
    const shortfall = isClient ? Math.max(0, wholesale - retail) : wholesale
    const own = Math.min(shortfall, rest.agency)
    const feeCents = isClient ? Math.min(wholesale - own, rest.fee) : 0
    const agencyCents = own + Math.min(wholesale - own - feeCents, rest.agency - own)
    rest.client -= clientCents
    rest.fee -= feeCents
    rest.agency -= agencyCents
    plan.lots.push({
      number,
      billKey,
      payer: paid.payer,
      leads,
      retailCentiCents,
      wholesaleCentiCents,
      clientCents,
      feeCents,
      agencyCents,
    })
    plan.amountCents += isClient ? clientCents : agencyCents
  }
  return plan
}

/**
 * The line once leads of some lots left it: the newest of each lot go, and what stays moves together behind the leads that are gone,
 * in its order. `rows`: the lots of the books that changed.
 */
export function lineAfter(
  lots: readonly RefundLot[],
  gone: number,
  refunded: readonly { number: number; leads: number }[],
) {
  const back = new Map(refunded.map(({ number, leads }) => [number, leads]))
  const open: OpenLot[] = []
  const rows: { number: number; startsAt: number; refunded: number }[] = []
  let bought = gone
  for (const lot of lots.toSorted((a, b) => a.number - b.number)) {
    const left = leftOf(lot, gone)
    if (left === 0) continue
    const { number, retailCentiCents, wholesaleCentiCents, rootCentiCents } = lot
    const leads = Math.min(left, back.get(number) ?? 0)
    if (leads === left) {
      rows.push({ number, startsAt: lot.startsAt, refunded: lot.refunded + leads })
      continue
    }
    const endsAt = bought + left - leads
    const all = lot.refunded + leads
    rows.push({ number, startsAt: endsAt - (lot.leads - all), refunded: all })
    const prices = { retailCentiCents, wholesaleCentiCents, rootCentiCents }
    open.push({ number, startsAt: bought, endsAt, ...prices, ...(lot.isReturned && { returnedOf: lot.billKey }) })
    bought = endsAt
  }
  return { lots: open, bought, rows }
}
