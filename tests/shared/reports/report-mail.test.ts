// Mornings of reports by mail: each day belongs to exactly one report of a rhythm, in every zone and over every change of clocks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/dates.ts'
import {
  dueMailDay,
  mailDayAfter,
  mailDayUpTo,
  mailRhythms,
  reportedDays,
  reportInstant,
} from '#shared/reports/report-mail.ts'

const days = fc.integer({ min: 0, max: 4000 }).map((count) => addDays('2024-01-01', count))
const rhythms = fc.constantFrom(...mailRhythms)
const zones = fc.constantFrom('America/Chicago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Honolulu', 'UTC')

describe('the mornings of reports', () => {
  it.each([
    ['daily', '2028-03-01', '2028-02-29', '2028-02-29', '2028-03-02'],
    ['weekly', '2026-11-23', '2026-11-16', '2026-11-22', '2026-11-30'],
    ['monthly', '2027-03-01', '2027-02-01', '2027-02-28', '2027-04-01'],
    ['monthly', '2027-01-01', '2026-12-01', '2026-12-31', '2027-02-01'],
  ] as const)('%s on %s: from %s to %s, and again on %s', (rhythm, day, from, to, next) => {
    expect(reportedDays(rhythm, day)).toEqual({ from, to })
    expect(mailDayAfter(rhythm, day)).toBe(next)
  })

  it('tell of every day once: one report begins where the one before ended', () => {
    fc.assert(
      fc.property(rhythms, days, (rhythm, day) => {
        const morning = mailDayUpTo(rhythm, day)
        const next = mailDayAfter(rhythm, day)
        expect(morning <= day && day < next).toBe(true)
        expect(mailDayAfter(rhythm, morning)).toBe(next)
        expect(mailDayUpTo(rhythm, next)).toBe(next)
        expect(reportedDays(rhythm, next)).toEqual({ from: morning, to: addDays(next, -1) })
      }),
    )
  })

  it('come at seven of the zone, and not before', () => {
    fc.assert(
      fc.property(rhythms, zones, days, (rhythm, zone, day) => {
        const morning = mailDayUpTo(rhythm, day)
        const at = reportInstant(zone, morning)
        expect(new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(at)).toBe('07:00')
        expect(dueMailDay(rhythm, zone, at)).toBe(morning)
        expect(dueMailDay(rhythm, zone, at - 1) < morning).toBe(true)
        expect(dueMailDay(rhythm, zone, reportInstant(zone, mailDayAfter(rhythm, morning)) - 1)).toBe(morning)
      }),
    )
  })
})
