import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#shared/money/cents.ts'
import { parsePercent, planCommissions, ratesFault, shareBack, toPercent } from '#shared/money/commission.ts'

const agency = { salesRepId: 'sam', accountExecutiveId: 'ellen', referralUserId: null }
const rate = fc.integer({ min: 0, max: 10_000 })
const rates = fc.record({ representative: rate, accountExecutive: rate, referrer: rate })

describe('commissions', () => {
  it.each([
    { name: 'no rate', rates: {}, shares: [] },
    { name: 'ten per cent of a hundred dollars', rates: { representative: 1000 }, shares: [['sam', 1000]] },
    { name: 'nobody for the kind', rates: { referrer: 1000 }, shares: [] },
    {
      name: 'two kinds',
      rates: { representative: 1000, accountExecutive: 250 },
      shares: [
        ['sam', 1000],
        ['ellen', 250],
      ],
    },
  ])('SAL-18 $name', ({ rates: given, shares }) => {
    expect(
      planCommissions(cents(10_000), agency, given).map(({ userId, amountCents }) => [userId, amountCents]),
    ).toEqual(shares)
  })

  it('SAL-18 pay nothing that is less than a cent', () => {
    expect(planCommissions(cents(9_999), agency, { representative: 1 })).toEqual([])
    expect(planCommissions(cents(10_000), agency, { representative: 1 })).toHaveLength(1)
  })

  it('may be all of a payment together, and no more', () => {
    expect(ratesFault({ representative: 6_000, accountExecutive: 3_000, referrer: 1_000 })).toBeNull()
    expect(ratesFault({ representative: 6_000, accountExecutive: 3_000, referrer: 1_001 })).toBe(
      'Commissions cannot be more than 100% together.',
    )
  })

  it('come back as far as their payment went back, for good, and nobody settled it', () => {
    const paid = {
      amountCents: cents(10_000),
      refundedCents: cents(0),
      status: 'paid',
      dispute: null,
      disputeSettledAt: null,
    } as const
    const share = { basisPoints: 1_000, amountCents: 1_000 }
    const lost = { state: 'lost', amountCents: cents(2_500) } as const
    const back = (more: object) => shareBack(share, { ...paid, ...more })
    expect(back({})).toBe(0)
    expect(back({ refundedCents: cents(4_000) })).toBe(400)
    expect(back({ status: 'refunded', refundedCents: cents(10_000) })).toBe(1_000)
    expect(back({ dispute: lost })).toBe(250)
    expect(back({ dispute: { ...lost, state: 'open' } })).toBe(0)
    expect(back({ dispute: lost, disputeSettledAt: 5 })).toBe(0)
    expect(back({ dispute: { ...lost, amountCents: cents(10_000) }, refundedCents: cents(4_000) })).toBe(1_000)
    // Of a share that was rounded down nothing is made up.
    expect(shareBack({ basisPoints: 1_000, amountCents: 900 }, { ...paid, refundedCents: cents(500) })).toBe(0)
  })

  it('are never more than what was paid, and each within a cent of its rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rates, (paid, given) => {
        const all = { ...agency, referralUserId: 'rita' }
        const shares = planCommissions(cents(paid), all, given)
        for (const { basisPoints, amountCents } of shares) {
          expect(amountCents).toBeLessThanOrEqual((paid * basisPoints) / 10_000)
          expect(amountCents).toBeGreaterThan((paid * basisPoints) / 10_000 - 1)
        }
        if (ratesFault(given) === null)
          expect(shares.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBeLessThanOrEqual(paid)
      }),
    )
  })

  it('read and write per cent exactly', () => {
    fc.assert(fc.property(rate, (basisPoints) => void expect(parsePercent(toPercent(basisPoints))).toBe(basisPoints)))
    expect(['', '12.5', '.5', '100'].map(parsePercent)).toEqual([0, 1250, 50, 10_000])
    for (const text of ['100.01', '.', '-1', '1.234', 'ten', '1e2']) expect(parsePercent(text)).toBeUndefined()
  })
})
