import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, countDays, DAY, dayIn, daysIn, HOUR, isDay, startOfDay } from '#shared/dates.ts'

// Summer time in both hemispheres, at midnight (Havana, Cairo, Santiago, Beirut), by half an hour (Lord Howe), and none.
const zones = [
  'UTC',
  'America/Chicago',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Havana',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Auckland',
  'America/St_Johns',
]
const zone = fc.constantFrom(...zones)
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
const iso = (at: number) => new Date(at).toISOString()

describe('startOfDay', () => {
  it.each([
    { zone: 'UTC', day: '2026-03-08', start: '2026-03-08T00:00:00.000Z' },
    { zone: 'America/Chicago', day: '2026-03-08', start: '2026-03-08T06:00:00.000Z' },
    { zone: 'America/Chicago', day: '2026-03-09', start: '2026-03-09T05:00:00.000Z' },
    { zone: 'America/Chicago', day: '2026-11-01', start: '2026-11-01T05:00:00.000Z' },
    { zone: 'America/Chicago', day: '2026-11-02', start: '2026-11-02T06:00:00.000Z' },
    { zone: 'Pacific/Kiritimati', day: '2026-01-01', start: '2025-12-31T10:00:00.000Z' },
    { zone: 'Pacific/Pago_Pago', day: '2026-01-01', start: '2026-01-01T11:00:00.000Z' },
    // Midnight itself is left out: the clocks jump from 00:00 to 01:00.
    { zone: 'Africa/Cairo', day: '2026-04-24', start: '2026-04-23T22:00:00.000Z' },
    // Samoa went over the date line and left this day out.
    { zone: 'Pacific/Apia', day: '2011-12-30', start: '2011-12-30T10:00:00.000Z' },
    { zone: 'Pacific/Apia', day: '2011-12-31', start: '2011-12-30T10:00:00.000Z' },
  ])('$day in $zone begins at $start', ({ zone: timeZone, day, start }) => {
    expect(iso(startOfDay(timeZone, day))).toBe(start)
  })

  it('is the first instant of its day, whatever the zone and the clocks do', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, at) => {
        const day = dayIn(timeZone, at)
        const start = startOfDay(timeZone, day)
        expect(dayIn(timeZone, start)).toBe(day)
        expect(dayIn(timeZone, start - 1) < day).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

describe('daysIn', () => {
  it('puts every instant into exactly the range of its day', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -3, max: 3 }), (timeZone, at, off) => {
        const day = addDays(dayIn(timeZone, at), off)
        const { start, end } = daysIn(timeZone, day, day)
        expect(start <= at && at < end).toBe(off === 0)
      }),
      { numRuns: 400 },
    )
  })

  it.each(zones)('cuts a whole year of %s into days without a gap, of 23 to 25 hours', (timeZone) => {
    let { start } = daysIn(timeZone, '2026-01-01', '2026-01-01')
    let total = 0
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const range = daysIn(timeZone, day, day)
      expect(range.start).toBe(start)
      expect(range.end - range.start).toBeGreaterThanOrEqual(23 * HOUR)
      expect(range.end - range.start).toBeLessThanOrEqual(25 * HOUR)
      total += range.end - range.start
      start = range.end
    }
    const year = daysIn(timeZone, '2026-01-01', '2026-12-31')
    expect(year.end - year.start).toBe(total)
  })

  it.each([
    { zone: 'America/Chicago', day: '2026-03-08', hours: 23 },
    { zone: 'America/Chicago', day: '2026-11-01', hours: 25 },
    { zone: 'Australia/Lord_Howe', day: '2026-04-05', hours: 24.5 },
    { zone: 'Africa/Cairo', day: '2026-04-24', hours: 23 },
  ])('$day in $zone has $hours hours', ({ zone: timeZone, day, hours }) => {
    const { start, end } = daysIn(timeZone, day, day)
    expect((end - start) / HOUR).toBe(hours)
  })
})

describe('calendar', () => {
  it.each(['2026-02-28', '2024-02-29', '2026-12-31', '2000-01-01'])('%s is a day', (text) =>
    expect(isDay(text)).toBe(true),
  )
  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0001-01-01',
    '9999-12-31',
    '',
    'today',
    '2026-01-01T00:00',
  ])('"%s" is none', (text) => expect(isDay(text)).toBe(false))
  it('counts both ends', () => {
    expect(countDays('2026-03-08', '2026-03-08')).toBe(1)
    expect(countDays('2026-01-01', '2026-12-31')).toBe(365)
    expect(countDays('2026-03-09', '2026-03-08')).toBe(0)
  })
  it('goes over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(DAY).toBe(24 * HOUR)
  })
})
