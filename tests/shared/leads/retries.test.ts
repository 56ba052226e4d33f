import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { deliveryWaits, judgeStatus, lookWaits, MOST_TRIES, nextTryAt, retryAfterOf } from '#shared/leads/retries.ts'

describe('retries of a delivery', () => {
  it('CMP-59+ are ten over 71 h 35 min, and the tenth is the last', () => {
    expect(MOST_TRIES).toBe(10)
    const whole = deliveryWaits.reduce<number>((sum, wait) => sum + wait, 0)
    expect(whole).toBe(71 * HOUR + 35 * MINUTE + 5 * SECOND)
    expect(deliveryWaits.slice(0, 2)).toEqual([0, 5 * SECOND])
    // A tool that works later is asked for an hour.
    expect(lookWaits.reduce<number>((sum, wait) => sum + wait, 0)).toBe(60)
    expect(nextTryAt({ now: 0, tries: 9 }, 0)).toBe(20 * HOUR)
    expect(nextTryAt({ now: 0, tries: 10 }, 0)).toBeNull()
  })

  it('come at most a tenth early and never late, unless the receiver asks for it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
        const wait = deliveryWaits[tries] ?? 0
        const next = nextTryAt({ now: 1000, tries }, chance) ?? Number.NaN
        expect(next - 1000).toBeLessThanOrEqual(wait)
        expect(next - 1000).toBeGreaterThanOrEqual(wait * 0.9 - 1)
      }),
    )
    expect(nextTryAt({ now: 0, tries: 1, retryAfterMs: HOUR }, 0)).toBe(HOUR)
    expect(nextTryAt({ now: 0, tries: 1, retryAfterMs: 1000 * HOUR }, 0)).toBe(20 * HOUR)
  })

  it('are not made of what the receiver refuses for good', () => {
    const judged = [199, 200, 204, 299, 300, 301, 399, 400, 401, 404, 408, 410, 422, 425, 429, 499, 500, 503].map(
      (status) => [status, judgeStatus(status)],
    )
    expect(Object.fromEntries(judged)).toEqual({
      199: 'retry',
      200: 'delivered',
      204: 'delivered',
      299: 'delivered',
      300: 'retry',
      301: 'retry',
      399: 'retry',
      400: 'refused',
      401: 'refused',
      404: 'refused',
      408: 'retry',
      410: 'gone',
      422: 'refused',
      425: 'retry',
      429: 'retry',
      499: 'refused',
      500: 'retry',
      503: 'retry',
    })
  })

  it('read how long to wait in seconds and as a date', () => {
    expect([retryAfterOf('120', 0), retryAfterOf(' 120 ', 0)]).toEqual([120 * SECOND, 120 * SECOND])
    expect(retryAfterOf('Thu, 01 Jan 1970 00:02:00 GMT', 0)).toBe(2 * MINUTE)
    for (const text of [undefined, '', 'soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])
      expect(retryAfterOf(text, 5000)).toBe(0)
  })
})
