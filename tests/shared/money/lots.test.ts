import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, type Cents, cents, ZERO } from '#shared/money/cents.ts'
import {
  addMonths,
  CREDIT_MONTHS,
  closedUpTo,
  creditOf,
  expiryOf,
  type Lot,
  nextExpiry,
  placeLots,
  remainingOf,
  returnedTooLate,
  usedLots,
} from '#shared/money/lots.ts'

const day = (text: string) => Date.parse(`${text}T10:00:00Z`)

/** Lots bought one after another, each where the one before it ends. */
function bought(amounts: readonly number[]): Lot[] {
  let start = 0
  return amounts.map((amount, index) => {
    const lot = { number: index + 1, entryId: `top-${index}`, startCents: cents(start), amountCents: cents(amount) }
    start += amount
    return { ...lot, boughtAt: index, expiresAt: 1000 + index, closedAt: null }
  })
}

describe('credit', () => {
  it('CON-004 lives for twelve months', () => expect(CREDIT_MONTHS).toBe(12))

  it.each([
    ['2026-11-21', '2027-11-21'],
    ['2024-02-29', '2025-02-28'],
    ['2026-01-31', '2027-01-31'],
  ])('WAL-017 bought on %s expires on %s', (from, to) => expect(addMonths(day(from), 12)).toBe(day(to)))

  it('moves to the last day of a month that is too short', () =>
    expect(addMonths(day('2026-01-31'), 1)).toBe(day('2026-02-28')))

  it('never expires before credit that was bought earlier', () => {
    expect(expiryOf(day('2026-11-21'), null)).toBe(day('2027-11-21'))
    expect(expiryOf(day('2026-11-21'), day('2027-11-22'))).toBe(day('2027-11-22'))
  })
})

describe('lots', () => {
  it('WAL-034 are used oldest first', () => {
    const [first, second, third] = bought([500, 300, 200])
    const left = (out: number) => [first, second, third].map((lot) => lot && remainingOf(lot, cents(out)))
    expect(left(0)).toEqual([500, 300, 200])
    expect(left(600)).toEqual([0, 200, 200])
    expect(left(1000)).toEqual([0, 0, 0])
  })

  it('say which of them a spending came out of', () => {
    const lots = bought([500, 300, 200])
    expect(usedLots(lots, cents(450), cents(400)).map(({ lot, amountCents }) => [lot.number, amountCents])).toEqual([
      [1, 50],
      [2, 300],
      [3, 50],
    ])
  })

  it('behave like boxes of coins that are emptied from the front, whatever is bought, spent and expired', () => {
    const step = fc.oneof(
      fc.record({ is: fc.constant('buy' as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ is: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
      fc.record({ is: fc.constant('expire' as const), amount: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lots: Lot[] = []
        const boxes: { coins: number; isOpen: boolean }[] = []
        let [total, out]: [number, Cents] = [0, ZERO]
        const balance = () => boxes.reduce((sum, { coins }) => sum + coins, 0)
        for (const { is, amount } of steps) {
          if (is === 'buy') {
            lots.push({
              number: lots.length + 1,
              entryId: '',
              startCents: cents(total),
              amountCents: cents(amount),
              boughtAt: 0,
              expiresAt: lots.length,
              closedAt: null,
            })
            boxes.push({ coins: amount, isOpen: true })
            total += amount
          } else if (is === 'spend' && amount <= balance()) {
            const before = out
            out = add(out, cents(amount))
            const used = usedLots(lots, before, cents(amount))
            expect(used.reduce((sum, part) => sum + part.amountCents, 0)).toBe(amount)
            expect(used.every(({ lot }) => lot.closedAt === null)).toBe(true)
            for (const { lot, amountCents } of used) {
              const box = boxes[lot.number - 1]
              if (box) box.coins -= amountCents
            }
          } else if (is === 'expire') {
            const index = lots.findIndex(({ closedAt }) => closedAt === null)
            const [lot, box] = [lots[index], boxes[index]]
            if (!lot || !box) continue
            const rest = remainingOf(lot, out)
            expect(rest).toBe(box.coins)
            out = add(out, rest)
            lots[index] = { ...lot, closedAt: 1 }
            box.coins = 0
            expect(out).toBeGreaterThanOrEqual(closedUpTo(lot))
          }
          expect(creditOf(lots, out)).toBe(balance())
          expect(total - out).toBe(balance())
          for (const [i, lot] of lots.entries())
            if (lot.closedAt === null) expect(remainingOf(lot, out)).toBe(boxes[i]?.coins)
        }
      }),
    )
  })

  it('leave out those that were bought after the wallet was looked at', () => {
    const kept = bought([300, 200, 100]).map(({ startCents: _, ...lot }) => lot)
    const placed = placeLots(kept, { lots: 2, boughtCents: cents(500) })
    expect(placed.map(({ number, startCents }) => [number, startCents])).toEqual([
      [1, 0],
      [2, 300],
    ])
  })

  it('are no credit once they are closed', () => {
    const [first, second] = bought([300, 200])
    if (!first || !second) throw new Error('There are two.')
    expect(creditOf([{ ...first, closedAt: 5 }, second], cents(100))).toBe(200)
  })

  it('say what expires next: all that is left of that day, and nothing that is closed or used', () => {
    const dayOf = (instant: number) => String(Math.floor(instant / 10))
    const at = (expiries: readonly number[], outCents: number, closed: readonly number[] = []) => {
      const lots = bought(expiries.map(() => 100)).map((lot, index) => ({
        ...lot,
        expiresAt: expiries[index] ?? 0,
        closedAt: closed.includes(lot.number) ? 1 : null,
      }))
      return nextExpiry(lots, cents(outCents), dayOf)
    }
    expect(at([11, 15, 20], 30)).toEqual({ expiresAt: 11, amountCents: 170 })
    expect(at([11, 15, 20], 100)).toEqual({ expiresAt: 15, amountCents: 100 })
    expect(at([11, 15, 20], 0, [1, 2])).toEqual({ expiresAt: 20, amountCents: 100 })
    expect([at([11], 100), at([11], 0, [1]), at([], 0)]).toEqual([undefined, undefined, undefined])
  })

  it('take back nothing that has expired meanwhile', () => {
    // 500 bought, 200 of them reserved, the rest expired: the line is closed up to 500.
    expect(returnedTooLate(cents(300), cents(500))).toBe(200)
    expect(returnedTooLate(cents(600), cents(500))).toBe(0)
  })
})
