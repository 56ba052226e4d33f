import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayIn } from '#shared/dates.ts'
import { billingInstant, isPeriodic, periodOf, periodStart } from '#shared/money/periods.ts'

describe('periodOf', () => {
  it('LED-18 counts weeks from the day of the first start', () => {
    expect(periodOf('Weekly', '2027-01-01', '2027-01-07')).toEqual({
      number: 0,
      fromOn: '2027-01-01',
      toOn: '2027-01-07',
    })
    expect(periodOf('Weekly', '2027-01-01', '2027-01-08')).toEqual({
      number: 1,
      fromOn: '2027-01-08',
      toOn: '2027-01-14',
    })
    expect(periodOf('Weekly', '2027-01-02', '2027-01-01')).toBeUndefined()
  })

  it('LED-19 ends months that are too short on their last day, and comes back to the day of the start', () => {
    expect(periodOf('Monthly', '2027-01-31', '2027-02-28')).toEqual({
      number: 1,
      fromOn: '2027-02-28',
      toOn: '2027-03-30',
    })
    expect(periodOf('Monthly', '2027-01-31', '2027-03-31')?.fromOn).toBe('2027-03-31')
    expect(periodOf('Monthly', '2028-01-31', '2028-02-29')?.number).toBe(1)
    expect(periodOf('Prepaid', '2027-01-31', '2027-02-27')?.number).toBe(0)
  })

  it('has a later bill for every term but One Time', () => {
    expect((['Weekly', 'Monthly', 'Prepaid', 'One Time'] as const).map(isPeriodic)).toEqual([true, true, true, false])
  })

  it('puts every day into one period, and each period behind the one before it', () => {
    const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2026-01-01', days))
    fc.assert(
      fc.property(fc.constantFrom('Weekly' as const, 'Monthly' as const), day, fc.nat(2000), (term, startOn, later) => {
        const on = addDays(startOn, later)
        const period = periodOf(term, startOn, on)
        if (!period) throw new Error('There is no period.')
        expect(period.fromOn <= on && on <= period.toOn).toBe(true)
        expect(periodStart(term, startOn, period.number)).toBe(period.fromOn)
        expect(addDays(period.toOn, 1)).toBe(periodStart(term, startOn, period.number + 1))
      }),
    )
  })
})

describe('billingInstant', () => {
  it('LED-22 is one in the night of Chicago on every day, also when the clocks change', () => {
    for (const [day, instant] of [
      ['2026-03-08', '2026-03-08T07:00:00.000Z'],
      ['2026-03-09', '2026-03-09T06:00:00.000Z'],
      ['2026-11-01', '2026-11-01T06:00:00.000Z'],
      ['2026-11-02', '2026-11-02T07:00:00.000Z'],
    ] as const)
      expect(new Date(billingInstant(day)).toISOString()).toBe(instant)
    expect(dayIn('America/Chicago', billingInstant('2028-02-29'))).toBe('2028-02-29')
  })
})
