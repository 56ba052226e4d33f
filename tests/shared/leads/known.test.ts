import { expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { forgottenBefore, judgeMarks, storedAtOf } from '#shared/leads/known.ts'
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

it('CMP-54+ knows a person by any of their marks, until all of them are forgotten', () => {
  const lead = { id: 'led_new', visitedAt: 900 }
  const old = { leadId: 'led_old', storedAt: 100 }
  const late = { leadId: 'led_late', storedAt: 500 }
  expect(judgeMarks([], lead, undefined)).toBeNull()
  expect([judgeMarks([old], lead, 101), judgeMarks([old], lead, 100), judgeMarks([old], lead, undefined)]).toEqual([
    null,
    'other',
    'other',
  ])
  expect([judgeMarks([old, late], lead, 300), judgeMarks([old, late], lead, 501)]).toEqual(['other', null])
  // A visit from before the lead belongs to it, however late its message comes.
  expect(judgeMarks([old], { ...lead, visitedAt: 100 }, 1000)).toBe('other')
  expect(judgeMarks([old], { ...lead, visitedAt: 101 }, 1000)).toBeNull()
  const own = { leadId: lead.id, storedAt: 500 }
  expect([judgeMarks([late, own], lead, undefined), judgeMarks([own], lead, 1000)]).toEqual(['own', 'own'])
  expect([storedAtOf([late, own], lead.id), storedAtOf([late], lead.id)]).toEqual([500, undefined])
})
