import { expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { forgottenBefore } from '#shared/leads/known.ts'
import { reidentificationWindows } from '#shared/model/campaign.ts'

const ZONE = 'America/Chicago'
/** Noon in Chicago on the last of March, when its clocks stand on summer time. */
const NOON = Date.parse('2027-03-31T17:00:00Z')

it('CMP-54+ ends each window on its day, the last one of a shorter month, in the zone of the campaign', () => {
  const ends = Object.fromEntries(
    reidentificationWindows.map((window) => {
      const at = forgottenBefore(window, NOON, ZONE)
      return [window, at === undefined ? 'never' : new Date(at).toISOString()]
    }),
  )
  expect(ends).toEqual({
    never: 'never',
    '1 week': new Date(NOON - 7 * DAY).toISOString(),
    '1 month': '2027-02-28T06:00:00.000Z',
    '3 months': '2026-12-31T06:00:00.000Z',
    '6 months': '2026-09-30T05:00:00.000Z',
    '1 year': '2026-03-31T05:00:00.000Z',
  })
})
