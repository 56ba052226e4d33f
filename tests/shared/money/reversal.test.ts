import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, ZERO } from '#shared/money/cents.ts'
import { creditOf, type Lot, placeLots, remainingOf } from '#shared/money/lots.ts'
import { planReversal } from '#shared/money/reversal.ts'

const lotOf = (number: number, startCents: number, amountCents: number): Lot => ({
  number,
  entryId: `top-${number}`,
  startCents: cents(startCents),
  amountCents: cents(amountCents),
  boughtAt: number,
  expiresAt: 1000 + number,
  closedAt: null,
})

describe('a payment that went back', () => {
  it.each([
    ['nothing was spent', 0, 250, [250, 0]],
    ['a part was spent', 100, 250, [150, 100]],
    ['all was spent', 250, 250, [0, 250]],
    ['what went back is less than what is left', 100, 60, [60, 0]],
    ['what went back is more than what is left', 200, 100, [50, 50]],
  ])('takes what is left of its credit, and the rest was spent: %s', (_, out, gone, [taken, spent]) => {
    const plan = planReversal({
      lot: lotOf(1, 0, 250),
      outCents: cents(out),
      goneCents: cents(gone),
      expiredCents: ZERO,
    })
    expect(plan).toEqual({ takenCents: taken, spentCents: spent })
  })

  it('takes nothing of other credit', () => {
    const plan = { goneCents: cents(250), expiredCents: ZERO, outCents: cents(300) }
    expect(planReversal({ ...plan, lot: lotOf(1, 0, 250) })).toEqual({ takenCents: 0, spentCents: 250 })
    expect(planReversal({ ...plan, lot: lotOf(2, 250, 250) })).toEqual({ takenCents: 200, spentCents: 50 })
  })

  it('takes nothing of credit that has run out', () => {
    const lot = { ...lotOf(1, 0, 250), closedAt: 5 }
    const plan = planReversal({ lot, outCents: cents(100), goneCents: cents(250), expiredCents: cents(150) })
    expect(plan).toEqual({ takenCents: 0, spentCents: 100 })
  })

  it('does not call spent what ran out unused', () => {
    const lot = { ...lotOf(1, 0, 250), closedAt: 1001 }
    const plan = { lot, outCents: cents(250), goneCents: cents(250) }
    expect(planReversal({ ...plan, expiredCents: cents(180) })).toEqual({ takenCents: 0, spentCents: 70 })
  })

  it('leaves boxes of coins as they would be, whatever is bought, spent and taken back', () => {
    const step = fc.oneof(
      fc.record({ is: fc.constant('buy' as const), amount: fc.integer({ min: 1, max: 1000 }), which: fc.constant(0) }),
      fc.record({ is: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 800 }), which: fc.constant(0) }),
      fc.record({ is: fc.constant('back' as const), amount: fc.integer({ min: 1, max: 1000 }), which: fc.nat(9) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let lots: Lot[] = []
        let out: Cents = ZERO
        const boxes: number[] = []
        for (const { is, amount, which } of steps) {
          if (is === 'buy') {
            const last = lots.at(-1)
            lots.push(lotOf(lots.length + 1, last ? last.startCents + last.amountCents : 0, amount))
            boxes.push(amount)
          } else if (is === 'spend' && boxes.reduce((sum, coins) => sum + coins, 0) >= amount) {
            out = cents(out + amount)
            let rest = amount
            for (const [index, coins] of boxes.entries()) {
              boxes[index] = coins - Math.min(coins, rest)
              rest -= Math.min(coins, rest)
            }
          } else if (is === 'back' && lots.length > 0) {
            const lot = lots[which % lots.length]
            if (!lot) continue
            const at = lot.number - 1
            const { takenCents } = planReversal({ lot, outCents: out, goneCents: cents(amount), expiredCents: ZERO })
            expect(takenCents).toBe(Math.min(amount, boxes[at] ?? 0))
            const rest = cents(lot.amountCents - takenCents)
            const kept = lots.map((each) => (each === lot ? { ...each, amountCents: rest } : each))
            const boughtCents = cents(kept.reduce((sum, { amountCents }) => sum + amountCents, 0))
            lots = placeLots(kept, { lots: kept.length, boughtCents })
            boxes[at] = (boxes[at] ?? 0) - takenCents
          }
          expect(lots.map((lot) => remainingOf(lot, out))).toEqual(boxes)
          expect(creditOf(lots, out)).toBe(boxes.reduce((sum, coins) => sum + coins, 0))
        }
      }),
    )
  })
})
