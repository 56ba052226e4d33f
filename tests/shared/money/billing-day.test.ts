import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { isBillingDay } from '#shared/money/billing-day.ts'

const daysOf = (term: Parameters<typeof isBillingDay>[0], startOn: string, days: number) =>
  Array.from({ length: days }, (_, at) => addDays(startOn, at)).filter((day) => isBillingDay(term, startOn, day))

describe('isBillingDay', () => {
  it('bills every seven days by the week', () => {
    expect(daysOf('Weekly', '2027-01-01', 30)).toEqual(['2027-01-08', '2027-01-15', '2027-01-22', '2027-01-29'])
  })

  it.each(['Monthly', 'Prepaid', 'One Time'] as const)('bills %s on its day of each month, or the last', (term) => {
    expect(daysOf(term, '2027-01-31', 100)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('bills nothing before it began', () => {
    expect(isBillingDay('Weekly', '2027-01-08', '2027-01-01')).toBe(false)
    expect(isBillingDay('Weekly', '2027-01-08', '2027-01-08')).toBe(false)
    expect(isBillingDay('Monthly', '2027-01-08', '2027-01-08')).toBe(false)
  })
})
