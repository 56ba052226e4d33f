// Credit expires 12 months after it was bought, and the oldest is used first. Lots stand on one line, each where the one before
// it ends; what left the wallet so far (`outCents`) is a point on that line. So one number tells how much of every lot is left,
// and spending never has to write to a lot.
import * as z from 'zod'
import { type Cents, Cents as CentsSchema, cents } from './cents.ts'

export const CREDIT_MONTHS = 12

/** A lot as it is kept. Where it begins follows from those behind it (`placeLots`), so no other lot is written when one is cut. */
export const KeptLot = z.object({
  /** 1 for the first. Later numbers begin later on the line and never expire earlier. */
  number: z.number().int().min(1),
  /** The top-up that bought it. */
  entryId: z.string(),
  amountCents: CentsSchema,
  boughtAt: z.number().int(),
  expiresAt: z.number().int(),
  /** When its rest was taken off; null while it may be used. */
  closedAt: z.number().int().nullable().default(null),
})
export type KeptLot = z.output<typeof KeptLot>
export type Lot = KeptLot & { startCents: Cents }

/**
 * Lots on their line: all from some lot to the last, in their order. The last ends at what was bought, and each begins where the one
 * before it ends. Lots that were bought after the wallet was looked at are left out.
 * @example placeLots([first, second], { lots: 2, boughtCents: cents(75_000) }) // of 250 and 500 dollars: they begin at 0 and 25000
 */
export function placeLots(
  kept: readonly KeptLot[],
  { lots, boughtCents }: { lots: number; boughtCents: Cents },
): Lot[] {
  const seen = kept.filter(({ number }) => number <= lots)
  let start = boughtCents - seen.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return seen.map((lot) => {
    const startCents = cents(start)
    start += lot.amountCents
    return { ...lot, startCents }
  })
}

/**
 * The same moment so many months later (UTC). A day that the month does not have becomes its last.
 * @example addMonths(Date.parse('2024-02-29'), 12) // 2025-02-28
 */
export function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** When credit bought at a moment expires; never before that of an older lot, though clocks of two machines may differ. */
export const expiryOf = (boughtAt: number, lastExpiresAt: number | null): number =>
  Math.max(addMonths(boughtAt, CREDIT_MONTHS), lastExpiresAt ?? 0)

export const endOf = ({ startCents, amountCents }: Pick<Lot, 'startCents' | 'amountCents'>) => startCents + amountCents

/** What is left of a lot once so much has left the wallet. */
export function remainingOf(lot: Pick<Lot, 'startCents' | 'amountCents'>, outCents: Cents): Cents {
  return cents(Math.min(lot.amountCents, Math.max(0, endOf(lot) - outCents)))
}

export type NextExpiry = { expiresAt: number; amountCents: Cents }

/**
 * What expires next: the first day (of a zone that `dayOf` knows) on which anything of these open lots does, and how much of them
 * on it; undefined where nothing is left.
 */
export function nextExpiry(
  lots: readonly Lot[],
  outCents: Cents,
  dayOf: (at: number) => string,
): NextExpiry | undefined {
  const left = lots.filter((lot) => lot.closedAt === null && remainingOf(lot, outCents) > 0)
  const [first] = left
  if (!first) return undefined
  const sameDay = left.filter(({ expiresAt }) => dayOf(expiresAt) === dayOf(first.expiresAt))
  return { expiresAt: first.expiresAt, amountCents: creditOf(sameDay, outCents) }
}

/** Where the line is closed once a lot is: nothing before it can be spent any more. */
export const closedUpTo = (lot: Pick<Lot, 'startCents' | 'amountCents'>): Cents => cents(endOf(lot))

/** Credit that came back from a reservation but belongs to lots that expired meanwhile. */
export const returnedTooLate = (outAfterCents: Cents, closedCents: Cents): Cents =>
  cents(Math.max(0, closedCents - outAfterCents))

/** The sum of what can still be spent of these lots. */
export function creditOf(lots: readonly Lot[], outCents: Cents): Cents {
  const open = lots.filter(({ closedAt }) => closedAt === null)
  return cents(open.reduce((sum, lot) => sum + remainingOf(lot, outCents), 0))
}

/** Which lots an amount came out of, when so much had left the wallet before it. */
export function usedLots(lots: readonly Lot[], outBeforeCents: Cents, amountCents: Cents) {
  const after = outBeforeCents + amountCents
  return lots.flatMap((lot) => {
    const part = Math.min(endOf(lot), after) - Math.max(lot.startCents, outBeforeCents)
    return part > 0 ? [{ lot, amountCents: cents(part) }] : []
  })
}
