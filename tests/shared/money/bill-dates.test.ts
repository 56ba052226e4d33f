import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, countDays, DAY, dayIn, HOUR } from '#shared/dates.ts'
import { billDays, billingStart, feePeriods, nextBillAt, periodAt } from '#shared/money/bill-dates.ts'

const at = (text: string) => Date.parse(text)
const weekly = { term: 'Weekly', startedAt: at('2027-01-04T18:00:00Z'), createdAt: 0 } as const
const monthly = { ...weekly, term: 'Monthly', startedAt: at('2027-01-31T18:00:00Z') } as const
const once = { ...weekly, term: 'One Time' } as const

describe('the days of bills', () => {
  it('count from the first start in the zone of the system, or from when the campaign was made', () => {
    expect(billingStart({ ...weekly, startedAt: at('2027-01-05T05:00:00Z') })).toBe('2027-01-04')
    expect(billingStart({ ...weekly, startedAt: 0, createdAt: at('2027-01-02T18:00:00Z') })).toBe('2027-01-02')
  })

  it('LED-18 LED-19 LED-20 come every seven days, every month, and never for what is paid once', () => {
    expect(nextBillAt(weekly, weekly.startedAt)).toBe(at('2027-01-11T01:00:00-06:00'))
    expect(nextBillAt(monthly, monthly.startedAt)).toBe(at('2027-02-28T01:00:00-06:00'))
    expect(nextBillAt(monthly, at('2027-02-28T18:00:00Z'))).toBe(at('2027-03-31T01:00:00-05:00'))
    expect(nextBillAt({ ...monthly, term: 'Prepaid' }, monthly.startedAt)).toBe(at('2027-02-28T01:00:00-06:00'))
    expect([nextBillAt(once, once.startedAt), periodAt(once, once.startedAt)]).toEqual([null, undefined])
  })

  it('are from the day after the bill before, up to the day before a regular one, and to the day of any other', () => {
    const tuesday = at('2027-01-12T18:00:00Z')
    expect(billDays(weekly, { at: at('2027-01-11T01:00:00-06:00'), isRegular: true, billedToOn: '' })).toEqual({
      fromOn: '2027-01-04',
      toOn: '2027-01-10',
    })
    expect(billDays(weekly, { at: tuesday, isRegular: false, billedToOn: '2027-01-10' })).toEqual({
      fromOn: '2027-01-11',
      toOn: '2027-01-12',
    })
    expect(billDays(weekly, { at: tuesday, isRegular: false, billedToOn: '2027-01-12' })).toEqual({
      fromOn: '2027-01-12',
      toOn: '2027-01-12',
    })
  })
})

describe('the fees of a bill', () => {
  const dueAt = at('2027-01-11T01:00:00-06:00')

  it('are that of the period that began, and those of periods that were missed, each once', () => {
    const numbers = (to: string, feePeriod: number) =>
      feePeriods(weekly, { dueAt, at: at(to), feePeriod }).map(({ number }) => number)
    expect(numbers('2027-01-11T01:00:00-06:00', 0)).toEqual([1])
    expect(numbers('2027-01-11T01:00:00-06:00', 1)).toEqual([])
    expect(numbers('2027-01-27T01:00:00-06:00', 0)).toEqual([1, 2, 3])
    expect(numbers('2027-01-27T01:00:00-06:00', 2)).toEqual([3])
    expect(feePeriods(once, { dueAt, at: dueAt, feePeriod: -1 })).toEqual([])
  })

  it('never are that of the first period, which the start pays', () => {
    const { startedAt } = weekly
    expect(feePeriods(weekly, { dueAt: startedAt, at: startedAt + HOUR, feePeriod: -1 })).toEqual([])
  })

  it('are each period once over a life, however late its bills come', () => {
    const life = fc.record({
      start: fc.integer({ min: 0, max: 800 }),
      term: fc.constantFrom('Weekly' as const, 'Monthly' as const, 'Prepaid' as const),
      delays: fc.array(fc.integer({ min: 0, max: 50 * 24 }), { minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(life, ({ start, term, delays }) => {
        const startedAt = at('2027-01-01T12:00:00Z') + start * DAY
        const campaign = { term, startedAt, createdAt: startedAt }
        let due = nextBillAt(campaign, startedAt) ?? 0
        let feePeriod = 0
        let to = ''
        const paid = [0]
        for (const delay of delays) {
          const now = due + delay * HOUR
          const periods = feePeriods(campaign, { dueAt: due, at: now, feePeriod })
          paid.push(...periods.map(({ number }) => number))
          feePeriod = periods.at(-1)?.number ?? feePeriod
          const days = billDays(campaign, { at: now, isRegular: true, billedToOn: to })
          // Bills follow each other without a gap.
          expect(days.fromOn).toBe(to ? addDays(to, 1) : billingStart(campaign))
          expect(countDays(days.fromOn, days.toOn)).toBeGreaterThan(0)
          to = days.toOn
          due = nextBillAt(campaign, now) ?? 0
          expect(due).toBeGreaterThan(now)
          expect(dayIn(SYSTEM_ZONE, due) > dayIn(SYSTEM_ZONE, now)).toBe(true)
        }
        expect(paid).toEqual(paid.map((_, index) => index))
      }),
      { numRuns: 200 },
    )
  })
})
