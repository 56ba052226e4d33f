// Leads and money that are there before they are used: lots on a line, and sums that a Data Wallet sets aside.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isLowOnLeads,
  lastBought,
  leadsLeft,
  leftOf,
  lotAt,
  type OpenLot,
  withLot,
  withReturned,
} from '#shared/money/bought-leads.ts'
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

  /** A line with the bill of each lot, as purchases, sales and returns leave it; and the same counted by bills alone. */
  function lineOf() {
    let [lots, bought, gone, number]: [OpenLot[], number, number, number] = [[], 0, 0, 0]
    const billOf = new Map<number, number>()
    const left = new Map<number, number>()
    const sold: number[] = []
    const add = (bill: number, count: number) => void left.set(bill, (left.get(bill) ?? 0) + count)
    const priceOf = (bill: number) => ({ ...price, retailCentiCents: 100 + bill })
    return {
      seen: () => ({ lots, bought, gone, left, sold, billOf }),
      buy(bill: number, leads: number) {
        number++
        lots = withLot(lots, { bought, gone }, { ...priceOf(bill), number, leads })
        billOf.set(number, bill)
        bought += leads
        add(bill, leads)
      },
      /** Out of the lot whose turn it is. */
      take(most: number) {
        const lot = lotAt(lots, gone)
        const bill = billOf.get(lot?.number ?? 0)
        if (!lot || bill === undefined) return
        const count = Math.min(most, leftOf(lot, gone))
        gone += count
        add(bill, -count)
        sold.push(...Array.from({ length: count }, () => bill))
      },
      giveBack(place: number) {
        const [bill] = sold.splice(place % Math.max(1, sold.length), 1)
        if (bill === undefined) return
        number++
        const next = withReturned(lots, { bought, gone }, { ...priceOf(bill), number, billKey: `b${bill}` })
        if (next.into) expect(gone).toBeLessThanOrEqual(next.into.mostGone)
        else billOf.set(number, bill)
        lots = next.lots
        bought++
        add(bill, 1)
      },
    }
  }

  it('that come back are there again for the money of their own bill, in whatever order', () => {
    const bill = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      fc.record({ buy: fc.integer({ min: 1, max: 20 }), bill }),
      fc.record({ take: fc.integer({ min: 1, max: 25 }) }),
      fc.record({ back: fc.nat(200) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const line = lineOf()
        for (const each of steps) {
          if ('buy' in each) line.buy(each.bill, each.buy)
          else if ('take' in each) line.take(each.take)
          else line.giveBack(each.back)
          const { lots, bought, gone, left, billOf } = line.seen()
          expect(leadsLeft(lots, gone)).toBe(bought - gone)
          expect(lots.at(-1)?.endsAt ?? bought).toBe(bought)
          for (const [at, lot] of lots.entries()) {
            if (at > 0) expect(lot.startsAt).toBe(lots[at - 1]?.endsAt)
            expect(lot.retailCentiCents).toBe(100 + (billOf.get(lot.number) ?? 0))
          }
          for (const [of, count] of left) {
            const own = lots.filter(({ number }) => billOf.get(number) === of)
            expect([of, leadsLeft(own, gone)]).toEqual([of, count])
          }
        }
      }),
    )
  })

  it('that come back by the thousand do not make the list of lots longer than there are bills', () => {
    const line = lineOf()
    for (const bill of [1, 2, 3]) line.buy(bill, 1_000)
    for (let round = 0; round < 3; round++) line.take(1_000)
    for (let back = 0; back < 3_000; back++) line.giveBack(back * 7)
    const { lots, sold } = line.seen()
    expect([sold.length, lots.length, leadsLeft(lots, 3_000)]).toEqual([0, 3, 3_000])
    // Nobody bought them now: they are no measure of when to buy more.
    expect(lastBought(lots)).toBe(0)
    line.buy(4, 10)
    expect(lastBought(line.seen().lots)).toBe(10)
  })
})

describe('a lead that comes back', () => {
  const lot = (number: number, startsAt: number, returnedOf?: string) => ({
    ...price,
    number,
    startsAt,
    endsAt: startsAt + 2,
    ...(returnedOf && { returnedOf }),
  })
  const back = (lots: OpenLot[], more: Partial<typeof price> = {}, gone = 0) =>
    withReturned(lots, { bought: 6, gone }, { ...price, number: 9, billKey: 'b1', ...more })

  it('joins those of its bill and price behind the last purchase, and the ones behind it move', () => {
    const after = back([lot(1, 0), lot(2, 2, 'b1'), lot(3, 4, 'b2')])
    expect(after).toMatchObject({ into: { number: 2, mostGone: 4 }, moved: [3] })
    expect(after.lots.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [0, 2],
      [2, 5],
      [5, 7],
    ])
  })

  it.each([
    { name: 'another price', more: { retailCentiCents: 101 } },
    { name: 'another cost', more: { wholesaleCentiCents: 51 } },
    { name: 'another cost of the root', more: { rootCentiCents: 11 } },
  ])('is a lot of its own for $name', ({ more }) => {
    const after = back([lot(1, 0), lot(2, 2), lot(3, 4, 'b1')], more)
    expect(after.lots.at(-1)).toMatchObject({ number: 9, startsAt: 6, endsAt: 7, returnedOf: 'b1', ...more })
    expect([after.into, after.moved]).toEqual([undefined, []])
  })

  it('joins nothing from before the last purchase, and leaves out what is used up', () => {
    const after = back([lot(1, 0, 'b1'), lot(2, 2), lot(3, 4)], {}, 2)
    expect(after.lots.map(({ number }) => number)).toEqual([2, 3, 9])
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

  it('holds the part of a cent that earlier leads left, and less of it where leads were given back', () => {
    const of = (carryCentiCents: number, balanceCents = 1_000_000) =>
      holdCents({ wholesaleCentiCents: 5_000, balanceCents, carryCentiCents })
    expect([of(150), of(-150), of(-10_000)]).toEqual([5_002, 4_999, 4_900])
    // Of a small wallet one lead, with what is owed of a cent.
    expect([of(1, 51), of(1, 50), of(-1, 50)]).toEqual([51, 0, 50])
    expect([usableOf(51, 1), usableOf(50, -1)]).toEqual([5_099, 5_001])
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
