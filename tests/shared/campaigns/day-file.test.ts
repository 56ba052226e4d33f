// The leads of a day as a file by mail: who has it, and when it leaves.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayFileInstant, lastDayFile, mailsDays } from '#shared/campaigns/day-file.ts'
import { addDays, HOUR } from '#shared/dates.ts'

it('CMP-61 leaves at seven in the morning after its day, in the zone of the campaign', () => {
  const hours = ['2027-03-12', '2027-03-13'].map((day) =>
    new Date(dayFileInstant('America/Chicago', day)).toISOString(),
  )
  // Clocks go forward in the night to the second one.
  expect(hours).toEqual(['2027-03-13T13:00:00.000Z', '2027-03-14T12:00:00.000Z'])
})

it('CMP-61 is the last one that is due, at any instant and in any zone', () => {
  const from = Date.UTC(2027, 2, 1)
  const zones = fc.constantFrom('America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London')
  fc.assert(
    fc.property(zones, fc.nat(45 * 24), (zone, hours) => {
      const at = from + hours * HOUR
      const day = lastDayFile(zone, at)
      expect(dayFileInstant(zone, day)).toBeLessThanOrEqual(at)
      expect(dayFileInstant(zone, addDays(day, 1))).toBeGreaterThan(at)
    }),
    { numRuns: 50 },
  )
  const due = dayFileInstant('Europe/London', '2027-03-10')
  expect([due - 1, due].map((at) => lastDayFile('Europe/London', at))).toEqual(['2027-03-09', '2027-03-10'])
})

it('goes to those of a campaign whose reports are files', () => {
  const goes = (reportType: 'CSV' | 'GoogleSheet', ...reportTo: string[]) => mailsDays({ reportType, reportTo })
  expect([goes('CSV', 'a@example.com'), goes('CSV'), goes('GoogleSheet', 'a@example.com')]).toEqual([
    true,
    false,
    false,
  ])
})
