// Leads and money that are there before they are used: lots on a line, and sums that a Data Wallet sets aside.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLowOnLeads, leadsLeft, leftOf, lotAt, type OpenLot, withLot } from '#shared/money/bought-leads.ts'
import { closeHold, holdCents, usableOf } from '#shared/money/holds.ts'

const price = { retailCentiCents: 100, wholesaleCentiCents: 50, rootCentiCents: 10 }

describe('bought leads', () => {
  it('PRE-15 are low when less than a tenth of the last lot is left', () => {
    expect([11, 10, 9].map((left) => isLowOnLeads(left, 100))).toEqual([false, false, true])
  })

  it('are taken one lot after another, and what is left is what was bought without what is gone', () => {
    const step = fc.oneof(
      fc.record({ buy: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 30 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let [lots, bought, gone, number]: [OpenLot[], number, number, number] = [[], 0, 0, 0]
        for (const each of steps) {
          if ('buy' in each) {
            number++
            lots = withLot(lots, { bought, gone }, { ...price, number, leads: each.buy })
            bought += each.buy
          } else {
            const lot = lotAt(lots, gone)
            expect(lot === undefined).toBe(gone === bought)
            if (lot) gone += Math.min(each.take, leftOf(lot, gone))
          }
          expect(leadsLeft(lots, gone)).toBe(bought - gone)
          const numbers = lots.map((lot) => lot.number)
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
        }
      }),
    )
  })
})

describe('money that is set aside', () => {
  it('is enough for a hundred leads, at most a tenth of the wallet, and always for one lead', () => {
    const of = (wholesaleCentiCents: number, balanceCents: number) =>
      holdCents({ wholesaleCentiCents, balanceCents, carryCentiCents: 0 })
    expect(of(5_000, 1_000_000)).toBe(5_000)
    expect(of(5_000, 10_000)).toBe(1_000)
    expect(of(50_000, 600)).toBe(500)
    expect(of(50_000, 499)).toBe(0)
    expect(of(50, 0)).toBe(0)
  })

  it('is paid to the hundredth of a cent over a life of sums, and none pays more than it holds', () => {
    const life = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 90_000 }),
        balance: fc.integer({ min: 0, max: 100_000 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        back: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(life, (sums) => {
        let [carry, used, paid] = [0, 0, 0]
        for (const { price: wholesaleCentiCents, balance: balanceCents, share, back } of sums) {
          const amountCents = holdCents({ wholesaleCentiCents, balanceCents, carryCentiCents: carry })
          expect(amountCents).toBeLessThanOrEqual(balanceCents)
          if (amountCents === 0) continue
          const usable = usableOf(amountCents, carry)
          const leads = Math.floor((usable / wholesaleCentiCents) * share)
          const closed = closeHold({
            amountCents,
            leftCentiCents: usable - leads * wholesaleCentiCents,
            carryCentiCents: carry,
          })
          expect(closed.paidCents).toBeGreaterThanOrEqual(0)
          expect(closed.paidCents).toBeLessThanOrEqual(amountCents)
          paid += closed.paidCents
          used += leads * wholesaleCentiCents
          carry = closed.carryCentiCents
          expect(paid * 100 + carry).toBe(used)
          expect(carry).toBeLessThan(100)
          // A lead that is given back pays for later ones.
          if (back && leads > 0) {
            carry -= wholesaleCentiCents
            used -= wholesaleCentiCents
          }
        }
      }),
    )
  })
})
