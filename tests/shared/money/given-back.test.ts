// What goes back for bought leads, by tables and by chance: never more than was paid, never more leads than are left, and a line that
// stays whole however many leave it and come back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planCarryBack, walletBack } from '#shared/money/carry-refund.ts'
import { type BillPayments, lineAfter, planRefund, type RefundLot } from '#shared/money/lead-refund.ts'
import { mergedLots, planTaking, unpaidLeads } from '#shared/money/leads-taken.ts'

const leftOf = (lot: RefundLot, gone: number) =>
  Math.max(0, lot.startsAt + lot.leads - lot.refunded - Math.max(lot.startsAt, gone))
const leftIn = (lots: readonly RefundLot[], gone: number) => lots.reduce((sum, lot) => sum + leftOf(lot, gone), 0)

/** Lots on a line, as purchases and leads leave them. */
const line = fc
  .record({
    lots: fc.array(
      fc.record({
        leads: fc.integer({ min: 1, max: 40 }),
        retailCentiCents: fc.integer({ min: 0, max: 30_000 }),
        wholesaleCentiCents: fc.integer({ min: 0, max: 30_000 }),
        bill: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lots, part }) => {
    let startsAt = 0
    const rows = lots.map(({ bill, ...lot }, index): RefundLot => {
      const row = { ...lot, rootCentiCents: 0, number: index + 1, startsAt, refunded: 0, billKey: `bill-${bill}` }
      startsAt += lot.leads
      return row
    })
    return { lots: rows, gone: Math.floor((startsAt * part) / 100) }
  })

const paidPart = fc
  .record({ paid: fc.integer({ min: 0, max: 100_000 }), back: fc.integer({ min: 0, max: 100_000 }) })
  .map(({ paid, back }) => ({ paidCents: paid, backCents: Math.min(paid, back) }))
const payments = fc.record({
  payer: fc.constantFrom('client' as const, 'agency' as const),
  isRefundable: fc.boolean(),
  client: paidPart,
  agency: paidPart,
  fee: paidPart,
})
const rest = ({ paidCents, backCents }: { paidCents: number; backCents: number }) => paidCents - backCents

describe('leads that are given back', () => {
  it('PRE-18 PRE-19 never bring more than is left of each payment, and each lead goes or stays', () => {
    fc.assert(
      fc.property(line, fc.tuple(payments, payments, payments), ({ lots, gone }, paid) => {
        const byKey = new Map(paid.map((each, index): [string, BillPayments] => [`bill-${index + 1}`, each]))
        const plan = planRefund(lots, gone, byKey)
        const all = [...plan.lots, ...plan.kept].reduce((sum, { leads }) => sum + leads, 0)
        expect(all).toBe(leftIn(lots, gone))
        for (const [key, each] of byKey) {
          const mine = plan.lots.filter(({ billKey }) => billKey === key)
          const sum = (of: 'clientCents' | 'feeCents' | 'agencyCents') =>
            mine.reduce((cents, lot) => cents + lot[of], 0)
          expect(sum('clientCents')).toBeLessThanOrEqual(rest(each.client))
          expect(sum('feeCents')).toBeLessThanOrEqual(rest(each.fee))
          expect(sum('agencyCents')).toBeLessThanOrEqual(rest(each.agency))
          if (!each.isRefundable) expect(mine).toEqual([])
        }
        for (const lot of plan.lots) {
          const wholesale = Math.round((lot.leads * lot.wholesaleCentiCents) / 100)
          expect(lot.feeCents + lot.agencyCents).toBeLessThanOrEqual(wholesale)
          expect(Math.min(lot.clientCents, lot.feeCents, lot.agencyCents)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('leave a line without gaps, on which every other lead keeps its lot and its price', () => {
    fc.assert(
      fc.property(line, fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), ({ lots, gone }, cuts) => {
        const parts = lots.flatMap((lot, index) => {
          const leads = Math.min(cuts[index] ?? 0, leftOf(lot, gone))
          return leads > 0 ? [{ number: lot.number, leads }] : []
        })
        const after = lineAfter(lots, gone, parts)
        const cut = parts.reduce((sum, { leads }) => sum + leads, 0)
        expect(after.bought - gone).toBe(leftIn(lots, gone) - cut)
        const rows = lots.map((lot) => ({ ...lot, ...after.rows.find(({ number }) => number === lot.number) }))
        expect(leftIn(rows, gone)).toBe(after.bought - gone)
        let at = gone
        for (const open of after.lots) {
          expect(open.startsAt).toBe(at)
          at = open.endsAt
          const row = rows.find(({ number }) => number === open.number)
          expect(row && leftOf(row, gone)).toBe(open.endsAt - open.startsAt)
        }
        expect(at).toBe(after.bought)
      }),
    )
  })
})

describe('leads whose payment went back', () => {
  it('are as many as are not paid or left, and all are there again when it is paid', () => {
    fc.assert(
      fc.property(line, fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }), ({ lots, gone }, wanted) => {
        let taken: { number: number; leads: number }[] = []
        let rows = lots
        const all = leftIn(lots, gone)
        for (const unpaid of [...wanted, Number.POSITIVE_INFINITY, 0]) {
          const plan = planTaking(rows, gone, taken, unpaid)
          expect(planTaking(rows, gone, taken, unpaid)).toEqual(plan)
          if (plan.takes.length > 0) expect(plan.gives).toEqual([])
          const after = lineAfter(rows, gone, plan.takes)
          rows = rows.map((lot) => ({ ...lot, ...after.rows.find(({ number }) => number === lot.number) }))
          let bought = after.bought
          rows = [
            ...rows,
            ...plan.gives.flatMap(({ number, leads }, index) => {
              const lot = rows.find((each) => each.number === number)
              const again = lot && { ...lot, number: rows.length + index + 1, startsAt: bought, leads, refunded: 0 }
              bought += leads
              return again ? [again] : []
            }),
          ]
          taken = plan.taken
          const off = taken.reduce((sum, { leads }) => sum + leads, 0)
          expect(off).toBe(Math.min(unpaid, all))
          expect(leftIn(rows, gone)).toBe(all - off)
        }
        expect(leftIn(rows, gone)).toBe(all)
      }),
    )
  })

  it('are whole ones of what was given back', () => {
    const of = (handCents: number, isAllBack = false, leadCentiCents = 15_000) =>
      unpaidLeads({ handCents, isAllBack, leadCentiCents })
    expect([of(0), of(149), of(150), of(400), of(1, true)]).toEqual([0, 0, 1, 2, Number.POSITIVE_INFINITY])
    expect(of(500, false, 0)).toBe(0)
  })
})

describe('what was credited after the last bill', () => {
  it('goes back to the newest payments first, never more than is due or left of each', () => {
    const carry = fc.record({
      clientCents: fc.integer({ min: -200_000, max: 50 }),
      agencyCents: fc.integer({ min: -200_000, max: 50 }),
    })
    fc.assert(
      fc.property(carry, fc.array(payments, { maxLength: 4 }), (due, paid) => {
        const bills = paid.map((each, index) => ({ billKey: `bill-${index}`, payments: each }))
        const backs = planCarryBack(due, bills)
        const sum = (of: 'clientCents' | 'feeCents' | 'agencyCents') =>
          backs.reduce((cents, back) => cents + back[of], 0)
        expect(sum('clientCents')).toBeLessThanOrEqual(Math.max(0, -due.clientCents))
        expect(sum('feeCents') + sum('agencyCents')).toBeLessThanOrEqual(Math.max(0, -due.agencyCents))
        for (const back of backs) {
          const of = bills.find(({ billKey }) => billKey === back.billKey)?.payments
          if (!of) throw new Error('It names no bill.')
          expect(back.clientCents).toBeLessThanOrEqual(rest(of.client))
          expect(back.feeCents).toBeLessThanOrEqual(rest(of.fee))
          expect(back.agencyCents).toBeLessThanOrEqual(rest(of.agency))
        }
        // What stays due found nothing that it could go back to.
        const left = -due.clientCents - sum('clientCents')
        const open = bills
          .filter(({ payments: { payer, isRefundable } }) => payer === 'client' && isRefundable)
          .reduce((cents, { payments: each }) => cents + rest(each.client), 0)
        if (left > 0) expect(sum('clientCents')).toBe(open)
      }),
    )
  })

  it('of a wallet are whole cents', () => {
    expect([walletBack(0), walletBack(250), walletBack(-99), walletBack(-15_150)]).toEqual([0, 0, 0, 151])
  })
})

describe('what goes back, to the cent', () => {
  const nothing = { paidCents: 0, backCents: 0 }
  const paid = (paidCents: number, backCents = 0) => ({ paidCents, backCents })
  const lot = (number: number, startsAt: number, more: Partial<RefundLot> = {}): RefundLot => ({
    number,
    startsAt,
    leads: 10,
    refunded: 0,
    billKey: 'bill-1',
    retailCentiCents: 20_000,
    wholesaleCentiCents: 5_000,
    rootCentiCents: 1_000,
    ...more,
  })
  const byClient: BillPayments = {
    payer: 'client',
    isRefundable: true,
    client: paid(4_000),
    agency: nothing,
    fee: paid(1_000),
  }

  it('PRE-18 is the price of each lead that is left to the client, and the fee of it to its agency', () => {
    const plan = planRefund([lot(1, 0), lot(2, 10)], 6, new Map([['bill-1', byClient]]))
    expect(plan.lots).toEqual([
      expect.objectContaining({ number: 2, leads: 10, clientCents: 2_000, feeCents: 500, agencyCents: 0 }),
      expect.objectContaining({ number: 1, leads: 4, clientCents: 800, feeCents: 200, agencyCents: 0 }),
    ])
    expect([plan.amountCents, plan.kept]).toEqual([2_800, []])
  })

  it('goes to the newest lots first where a payment does not hold all of it', () => {
    const payments = new Map([['bill-1', { ...byClient, client: paid(4_000, 1_500), fee: paid(1_000, 400) }]])
    const plan = planRefund([lot(1, 0), lot(2, 10)], 0, payments)
    expect(plan.lots.map(({ number, clientCents, feeCents }) => [number, clientCents, feeCents])).toEqual([
      [2, 2_000, 500],
      [1, 500, 100],
    ])
    expect(plan.amountCents).toBe(2_500)
  })

  it('is wholesale where the agency paid, and first its own part where the price did not cover it', () => {
    const byAgency: BillPayments = { ...byClient, payer: 'agency', client: nothing, agency: paid(500), fee: nothing }
    const own = planRefund([lot(1, 0)], 2, new Map([['bill-1', byAgency]]))
    expect(own).toMatchObject({ amountCents: 400, lots: [{ clientCents: 0, feeCents: 0, agencyCents: 400 }] })
    const dear = lot(1, 0, { retailCentiCents: 2_000 })
    const both = { ...byClient, client: paid(200), agency: paid(300), fee: paid(200) }
    expect(planRefund([dear], 0, new Map([['bill-1', both]]))).toMatchObject({
      amountCents: 200,
      lots: [{ clientCents: 200, feeCents: 200, agencyCents: 300 }],
    })
  })

  it('keeps the lots of a bill that nobody knows, or that was settled outside', () => {
    const outside = { ...byClient, isRefundable: false }
    const plan = planRefund([lot(1, 0), lot(2, 10, { billKey: 'bill-2' })], 0, new Map([['bill-2', outside]]))
    expect(plan).toEqual({
      lots: [],
      kept: [
        { number: 2, leads: 10 },
        { number: 1, leads: 10 },
      ],
      amountCents: 0,
    })
  })

  it('leaves the line behind what is gone, whole lots off it, and lots that came back with their bill', () => {
    const lots = [lot(1, 0), lot(2, 10), lot(3, 20, { isReturned: true, leads: 3 })]
    expect(
      lineAfter(lots, 4, [
        { number: 1, leads: 6 },
        { number: 2, leads: 1 },
      ]),
    ).toEqual({
      lots: [
        expect.objectContaining({ number: 2, startsAt: 4, endsAt: 13 }),
        expect.objectContaining({ number: 3, startsAt: 13, endsAt: 16, returnedOf: 'bill-1' }),
      ],
      bought: 16,
      rows: [
        { number: 1, startsAt: 0, refunded: 6 },
        { number: 2, startsAt: 4, refunded: 1 },
        { number: 3, startsAt: 13, refunded: 0 },
      ],
    })
    expect(lineAfter(lots, 4, []).lots[0]).not.toHaveProperty('returnedOf')
  })

  it('of a credit is the client’s price with the fee of it, and then what its agency paid', () => {
    const of = (payments: BillPayments) =>
      planCarryBack({ clientCents: -150, agencyCents: -50 }, [{ billKey: 'bill-1', payments }])
    expect(of(byClient)).toEqual([
      { billKey: 'bill-1', payer: 'client', clientCents: 150, feeCents: 50, agencyCents: 0 },
    ])
    expect(of({ ...byClient, fee: paid(20), agency: paid(100) })).toMatchObject([{ feeCents: 20, agencyCents: 30 }])
    expect(of({ ...byClient, payer: 'agency', agency: paid(100) })).toMatchObject([{ clientCents: 0, agencyCents: 50 }])
    expect(of({ ...byClient, client: nothing, fee: nothing })).toEqual([])
  })

  it('is one part for lots of one bill and the same prices', () => {
    const kind = { kind: 'basic' }
    const lots = [
      { ...lot(1, 0), ...kind },
      { ...lot(2, 10), ...kind },
      { ...lot(3, 20, { rootCentiCents: 2 }), ...kind },
    ]
    const parts = [
      { number: 1, leads: 2 },
      { number: 2, leads: 3 },
      { number: 3, leads: 4 },
      { number: 9, leads: 5 },
    ]
    expect(mergedLots(lots, parts).map(({ number, leads }) => [number, leads])).toEqual([
      [1, 5],
      [3, 4],
    ])
  })
})
