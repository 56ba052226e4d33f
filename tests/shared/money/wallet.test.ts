import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import { cents } from '#shared/money/cents.ts'
import {
  amountFault,
  CUSTOM_MINIMUM_CENTS,
  isLow,
  minimumHint,
  minimumMessage,
  nextTryAt,
  PRESET_MINIMUM_CENTS,
  PRESETS_CENTS,
  planAutoTopUp,
  runsOut,
  TRIGGER_BASIS_POINTS,
  Wallet,
} from '#shared/money/wallet.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const wallet = (more: Partial<Wallet> = {}): Wallet => ({
  ...Wallet.parse({ companyId: 'com_1' }),
  balanceCents: cents(9_999),
  lastBalanceCents: cents(100_000),
  amountCents: cents(50_000),
  lots: 1,
  ...more,
})
const plan = (more: Partial<Wallet> = {}, at = now) => planAutoTopUp(wallet(more), at, '202611')

describe('what may be bought', () => {
  it('CON-001 CON-002 WAL-003 has these presets and minimums', () => {
    expect(PRESETS_CENTS).toEqual([25_000, 50_000, 100_000])
    expect([PRESET_MINIMUM_CENTS, CUSTOM_MINIMUM_CENTS]).toEqual([25_000, 250_000])
  })

  it('WAL-009 WAL-010 says the minimum in the words of the product', () => {
    expect([minimumHint(true), minimumHint(false)]).toEqual(['*Minimum amount is $2500', '*Minimum amount is $250'])
    expect([minimumMessage(true), minimumMessage(false)]).toEqual([
      'The minimum amount is $2500',
      'The minimum amount is $250',
    ])
  })

  it.each([
    [24_900, false, 'The minimum amount is $250'],
    [25_000, false, undefined],
    [30_000, false, 'Choose $250, $500, $1000, or enter a custom amount'],
    [249_999, true, 'The minimum amount is $2500'],
    [250_000, true, undefined],
    [undefined, true, 'The minimum amount is $2500'],
    [99_999_999, true, undefined],
    [100_000_000, true, 'The largest amount is $999999.99'],
  ])('WAL-005 WAL-006 WAL-037 %s, custom %s: %s', (amount, isCustom, fault) => {
    expect(amountFault(amount === undefined ? undefined : cents(amount), isCustom)).toBe(fault)
  })
})

describe('the automatic top-up', () => {
  it('CON-003 WAL-016 comes below a tenth of the balance after the latest top-up, not at it', () => {
    expect(TRIGGER_BASIS_POINTS).toBe(1000)
    expect(plan({ balanceCents: cents(9_999) })).toEqual({ isDue: true, amountCents: 50_000 })
    expect(plan({ balanceCents: cents(10_000) })).toEqual({ isDue: false, why: 'enough' })
  })

  it('WAL-016 compares exactly, also where a tenth is no whole cent', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(10 ** 8), (last, balance) => {
        expect(isLow({ balanceCents: cents(balance), lastBalanceCents: cents(last) })).toBe(balance * 10 < last)
      }),
    )
  })

  it.each([
    ['it was stopped', { isStopped: true }, 'stopped'],
    ['top-ups are switched off', { isTopUpEnabled: false }, 'switched-off'],
    ['no amount was chosen', { amountCents: cents(0) }, 'not-chosen'],
    ['one is under way', { pendingAuto: 'auto-2-1' }, 'under-way'],
    ['one has just failed', { failedAt: [now - 1000] }, 'backing-off'],
    [
      'the monthly limit is reached',
      { monthlyCapCents: cents(60_000), autoMonth: '202611', autoMonthCents: cents(50_000) },
      'cap',
    ],
  ] as const)('WAL-035 does not come when %s', (_, more, why) => {
    expect(plan({ ...more, failedAt: 'failedAt' in more ? [...more.failedAt] : [] })).toEqual({ isDue: false, why })
  })

  it('WAL-035 comes again in the next month, for which the limit begins anew', () => {
    expect(plan({ monthlyCapCents: cents(60_000), autoMonth: '202610', autoMonthCents: cents(50_000) }).isDue).toBe(
      true,
    )
  })

  it('WAL-036 waits longer after each failure and tries three times in a day at most', () => {
    const next = (failedAt: number[], paidAt: number | null = null) => nextTryAt({ failedAt, paidAt }, now)
    expect(next([])).toBe(0)
    expect(next([now])).toBe(now + HOUR)
    expect(next([now - HOUR, now])).toBe(now + 6 * HOUR)
    expect(next([now - 7 * HOUR, now - 6 * HOUR, now])).toBe(now - 7 * HOUR + DAY)
    expect(next([now - DAY, now - DAY])).toBe(0)
    // A card that paid since needs no pause, but a fourth failure is not risked.
    expect(next([now - HOUR, now - 2], now - 1)).toBe(0)
    expect(next([now - 8 * HOUR, now - 2], now - HOUR)).toBe(now - 2 + HOUR)
    expect(next([now - 7 * HOUR, now - 6 * HOUR, now - 2], now - 1)).toBe(now - 7 * HOUR + DAY)
  })

  it('may use all of its month, and not a cent more', () => {
    const spent = (autoMonthCents: number, autoMonth = '202611') =>
      plan({ monthlyCapCents: cents(80_000), autoMonth, autoMonthCents: cents(autoMonthCents) }).isDue
    expect([spent(30_000), spent(30_001), spent(30_001, '202610')]).toEqual([true, false, true])
  })

  it('is tried again the moment it may be, and at once after a payment that came later than its failure', () => {
    expect(plan({ failedAt: [now - HOUR] })).toMatchObject({ isDue: true })
    expect(plan({ failedAt: [now - HOUR + 1] })).toMatchObject({ why: 'backing-off' })
    expect(nextTryAt({ failedAt: [now], paidAt: now }, now)).toBe(now + HOUR)
    expect(nextTryAt({ failedAt: [now], paidAt: now + 1 }, now)).toBe(0)
  })

  it('WAL-036 never makes more than three tries within any 24 hours, whenever it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 60_000, max: 6 * HOUR }), { maxLength: 60 }), (gaps) => {
        let at = now
        const tries: number[] = []
        for (const gap of gaps) {
          at += gap
          if (nextTryAt({ failedAt: tries.slice(-3), paidAt: null }, at) <= at) tries.push(at)
        }
        for (const [i, first] of tries.entries())
          expect(tries.slice(i).filter((each) => each < first + DAY).length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('WAL-036 never fails more than three times within any 24 hours, whatever was paid between, and stops no card that works', () => {
    const step = fc.record({
      gap: fc.integer({ min: 1, max: 8 * HOUR }),
      is: fc.constantFrom('fails', 'fails', 'pays', 'paid by hand'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let at = now
        let paidAt: number | null = null
        const failed: number[] = []
        for (const { gap, is } of steps) {
          at += gap
          const { isDue } = plan({ failedAt: failed.slice(-3), paidAt }, at)
          const inADay = failed.filter((each) => each > at - DAY)
          const sincePaid = inADay.filter((each) => each > (paidAt ?? 0))
          if (inADay.length < 3 && sincePaid.length === 0) expect(isDue).toBe(true)
          if (is === 'paid by hand' || (isDue && is === 'pays')) paidAt = at
          else if (isDue && is === 'fails') failed.push(at)
        }
        for (const [i, first] of failed.entries())
          expect(failed.slice(i).filter((each) => each < first + DAY).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('a wallet that nobody fills', () => {
  const outOf = (more: Partial<Wallet>) => runsOut(wallet(more), now, '202611')

  it('is one that is low or empty while no top-up is due or under way', () => {
    expect(outOf({})).toBe(false)
    expect(outOf({ pendingAuto: 'auto-1' })).toBe(false)
    expect(outOf({ isStopped: true })).toBe(true)
    expect(outOf({ isTopUpEnabled: false })).toBe(true)
    expect(outOf({ amountCents: cents(0) })).toBe(true)
    expect(outOf({ monthlyCapCents: cents(10_000) })).toBe(true)
    expect(outOf({ failedAt: [now - 60_000] })).toBe(true)
  })

  it('is no other: enough is left until it is less than a tenth', () => {
    expect(outOf({ isStopped: true, balanceCents: cents(10_000) })).toBe(false)
    expect(outOf({ isStopped: true, balanceCents: cents(9_999) })).toBe(true)
    // Never filled at all.
    expect(outOf({ balanceCents: cents(0), lastBalanceCents: cents(0) })).toBe(true)
  })
})
