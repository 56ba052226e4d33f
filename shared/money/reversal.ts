// What becomes of bought credit when its payment goes back at the provider: somebody refunded it there, or its owner disputed it.
import { type Cents, cents, ZERO } from './cents.ts'
import { type Lot, remainingOf } from './lots.ts'

/** `takenCents` leave the wallet; `spentCents` of what went back were used before. Both together are never more than went back. */
export type ReversalPlan = { takenCents: Cents; spentCents: Cents }

/**
 * What is left of a lot is taken off first; the rest was spent. Credit that ran out unused was neither, so nobody owes it.
 * @example planReversal({ lot, outCents: cents(100), goneCents: cents(250), expiredCents: ZERO }) // of a first lot of 250: 150 and 100
 */
export function planReversal({
  lot,
  outCents,
  goneCents,
  expiredCents,
}: {
  lot: Pick<Lot, 'startCents' | 'amountCents' | 'closedAt'>
  outCents: Cents
  goneCents: Cents
  /** What ran out of it unused. */
  expiredCents: Cents
}): ReversalPlan {
  const left = lot.closedAt === null ? remainingOf(lot, outCents) : ZERO
  const takenCents = cents(Math.min(goneCents, left))
  const used = Math.max(0, lot.amountCents - left - expiredCents)
  return { takenCents, spentCents: cents(Math.min(goneCents - takenCents, used)) }
}
