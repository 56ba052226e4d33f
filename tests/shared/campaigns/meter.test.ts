// What the meter of a campaign says: when it takes leads, how many of a limit are used, and which places leads of a batch have.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allot,
  isTaking,
  isUsedUp,
  type Meter,
  newestOf,
  newestWith,
  storingInstant,
  usedOf,
} from '#shared/campaigns/meter.ts'
import { isOver, isScheduled, windowOf } from '#shared/campaigns/schedule.ts'
import { dayIn, HOUR, MINUTE } from '#shared/dates.ts'

const day = '2026-11-18'
const zone = 'America/Chicago'
const opensAt = Date.UTC(2026, 10, 18, 6)
const closesAt = opensAt + 24 * HOUR
const meter = (more: Partial<Meter> = {}): Meter =>
  // @NOTE what no rule here reads is left out.
  ({
    isOpen: true,
    opensAt: 0,
    closesAt: 0,
    leads: 50,
    creditedLeads: 8,
    day,
    dayLeads: 3,
    month: '2026-11',
    monthLeads: 20,
    lastLeadAt: 0,
    newestBy: 0,
    ...more,
  }) as Meter

describe('the days of a campaign', () => {
  const dated = { startOn: day, endOn: day, timeZone: zone }
  it('CMP-34+ are those of its zone, from the first instant of the first one up to the last of the last one', () => {
    expect(windowOf(dated)).toEqual({ opensAt, closesAt })
    expect(windowOf({ ...dated, startOn: '', endOn: '' })).toEqual({ opensAt: 0, closesAt: 0 })
    const span = { opensAt, closesAt }
    const takes = (at: number, more: Partial<Meter> = {}) => isTaking(meter({ ...span, ...more }), at)
    expect([opensAt - 1, opensAt, closesAt - 1, closesAt].map((at) => takes(at))).toEqual([false, true, true, false])
    expect(takes(closesAt, { closesAt: 0 })).toBe(true)
    expect(takes(opensAt, { isOpen: false })).toBe(false)
  })

  it('CMP-34+ are over the day after the last one, and waited for before the first one', () => {
    expect([closesAt - 1, closesAt].map((at) => isOver(dated, at))).toEqual([false, true])
    expect(isOver({ ...dated, endOn: '' }, closesAt)).toBe(false)
    const waits = (at: number, more: object = {}) => isScheduled({ ...dated, status: 'active', ...more }, at)
    expect([opensAt - 1, opensAt].map((at) => waits(at))).toEqual([true, false])
    expect(waits(opensAt - 1, { status: 'paused' })).toBe(false)
    expect(waits(opensAt - 1, { startOn: '' })).toBe(false)
  })
})

describe('the leads of a limit', () => {
  it('CMP-55+ are those of the day, of the month, or of all time without what was given back', () => {
    expect([usedOf(meter(), 'day', day), usedOf(meter(), 'month', day), usedOf(meter(), 'max', day)]).toEqual([
      3, 20, 42,
    ])
    expect(usedOf(meter(), 'day', '2026-11-19')).toBe(0)
    expect(usedOf(meter(), 'month', '2026-11-30')).toBe(20)
    expect(usedOf(meter(), 'month', '2026-12-01')).toBe(0)
    expect(usedOf(meter(), 'max', '2027-11-18')).toBe(42)
    const isFull = (count: number) => isUsedUp(meter(), { every: 'day', count }, day)
    expect([isFull(2), isFull(3), isFull(4)]).toEqual([true, true, false])
  })

  it('CMP-55+ have each one place: within the limit, above it for a price of their own, or none', () => {
    const counts = fc.record({ count: fc.nat(12), wanted: fc.nat(12), dayLeads: fc.nat(12), sellsAbove: fc.boolean() })
    fc.assert(
      fc.property(counts, ({ count, wanted, dayLeads, sellsAbove }) => {
        const got = allot(meter({ dayLeads }), day, wanted, { limit: { every: 'day', count }, sellsAbove })
        expect(got.within + got.above + got.refused).toBe(wanted)
        expect(got.within).toBe(Math.min(wanted, Math.max(0, count - dayLeads)))
        expect(sellsAbove ? got.refused : got.above).toBe(0)
      }),
    )
    const endless = { limit: undefined, sellsAbove: false }
    expect(allot(meter(), day, 9, endless)).toEqual({ within: 9, above: 0, refused: 0 })
  })
})

describe('the instant of a lead', () => {
  it('is now, and never before the day that the meter has reached', () => {
    const now = closesAt - HOUR
    expect(storingInstant({ day: '' }, zone, now)).toEqual({ at: now, day })
    expect(storingInstant({ day }, zone, now)).toEqual({ at: now, day })
    expect(storingInstant({ day: '2026-11-19' }, zone, now)).toEqual({ at: closesAt, day: '2026-11-19' })
    expect(dayIn(zone, closesAt)).toBe('2026-11-19')
  })

  it('is never later than what the meter says of the newest one, which takes no step back', () => {
    const instants = fc.nat(10 * MINUTE)
    fc.assert(
      fc.property(instants, instants, instants, (lastLeadAt, newestBy, at) => {
        const before = { lastLeadAt, newestBy }
        const after = newestWith(meter(before), at)
        expect(newestOf(before)).toBeGreaterThanOrEqual(lastLeadAt)
        expect(after).toBeGreaterThan(at)
        expect(after).toBeGreaterThanOrEqual(newestOf(before))
        // As it is written, what later leads say of it stands still within a minute.
        expect(newestOf({ lastLeadAt: at, newestBy: after })).toBe(after)
      }),
    )
    expect(newestOf({ lastLeadAt: 5, newestBy: 0 })).toBe(5 + MINUTE)
    expect(newestWith({ lastLeadAt: 0, newestBy: 1 }, 5 * MINUTE)).toBe(6 * MINUTE)
    expect(newestWith({ lastLeadAt: 0, newestBy: 1 }, 6 * MINUTE - 1)).toBe(6 * MINUTE)
  })
})
