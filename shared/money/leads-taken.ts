// Leads that were bought and whose payment went back at the provider, by hand or because of a dispute: what is not used of them may
// not be used any more. Pure; the order of what is done stands in functions/domain/purchases/taken-back.ts.
import type { RefundLot } from './lead-refund.ts'
import { fromCents } from './price-text.ts'

/** So many leads of a lot. */
export type LotPart = { number: number; leads: number }

const leftOf = ({ startsAt, leads, refunded }: RefundLot, gone: number) =>
  Math.max(0, startsAt + leads - refunded - Math.max(startsAt, gone))

/**
 * How many leads a payment does not pay for any more. A part that went back is for leads before it is for fees, and for whole ones
 * alone; where all of it went back, no lead of it is paid.
 * @example unpaidLeads({ handCents: 400, isAllBack: false, leadCentiCents: 15_000 }) // 2 of 1.50 each
 */
export function unpaidLeads({
  handCents,
  isAllBack,
  leadCentiCents,
}: {
  handCents: number
  isAllBack: boolean
  leadCentiCents: number
}): number {
  if (isAllBack) return Number.POSITIVE_INFINITY
  return leadCentiCents === 0 ? 0 : Math.floor(fromCents(handCents) / leadCentiCents)
}

export type TakingPlan = { takes: LotPart[]; gives: LotPart[]; taken: LotPart[] }

/**
 * What leaves the line, or comes back to it, so that as many leads of a bill are off it as are not paid. The newest lots go first, and
 * come back first. `taken`: what is off it before, and afterwards; `lots` are those of the bill.
 */
export function planTaking(
  lots: readonly RefundLot[],
  gone: number,
  taken: readonly LotPart[],
  unpaid: number,
): TakingPlan {
  let missing = unpaid - taken.reduce((sum, { leads }) => sum + leads, 0)
  const takes: LotPart[] = []
  for (const lot of lots.toSorted((a, b) => b.number - a.number)) {
    const leads = Math.min(leftOf(lot, gone), Math.max(0, missing))
    if (leads > 0) takes.push({ number: lot.number, leads })
    missing -= leads
  }
  const gives: LotPart[] = []
  const kept: LotPart[] = []
  for (const { number, leads } of taken.toReversed()) {
    const back = Math.min(leads, Math.max(0, -missing))
    missing += back
    if (back > 0) gives.push({ number, leads: back })
    if (leads > back) kept.unshift({ number, leads: leads - back })
  }
  return { takes, gives, taken: [...kept, ...takes] }
}

/** So many leads of some lots, as few lots: those of one bill and the same prices are one, for none differs in anything that counts. */
export function mergedLots<Lot extends RefundLot & { kind: string }>(
  lots: readonly Lot[],
  parts: readonly LotPart[],
): Lot[] {
  const merged = new Map<string, Lot>()
  for (const { number, leads } of parts) {
    const lot = lots.find((each) => each.number === number)
    if (!lot) continue
    const { billKey, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents } = lot
    const key = [billKey, kind, retailCentiCents, wholesaleCentiCents, rootCentiCents].join('#')
    const before = merged.get(key)
    merged.set(key, before ? { ...before, leads: before.leads + leads } : { ...lot, leads })
  }
  return [...merged.values()]
}
