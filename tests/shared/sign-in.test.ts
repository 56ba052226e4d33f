import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import {
  forgiveTries,
  knowsDevice,
  networkOf,
  planTry,
  rememberDevice,
  signInLimits,
  sourceOf,
  type Try,
  untilUnderLimit,
} from '#shared/sign-in.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'

const { perSource, windowMs, perDay } = signInLimits

/** Sends guesses at one account, and answers when each was allowed. */
function guessAll(guesses: readonly Try[]): Try[] {
  let tries: Try[] = []
  return guesses.filter((guess) => {
    const plan = planTry(tries, guess)
    if (plan.isAllowed) tries = plan.tries
    return plan.isAllowed
  })
}
const most = (tries: readonly Try[], windowMs: number) =>
  Math.max(0, ...tries.map(({ at }) => tries.filter((other) => other.at > at - windowMs && other.at <= at).length))

describe('planTry', () => {
  it('lets a botnet of a thousand addresses check a hundred passwords a day in 100,000 guesses', () => {
    const guesses = Array.from({ length: 100_000 }, (_, i): Try => ({ at: i * 900, source: `10.0.${i % 1000}` }))
    const allowed = guessAll(guesses)
    expect(most(allowed, DAY)).toBe(perDay)
    expect(allowed.length).toBeLessThanOrEqual(2 * perDay)
  })

  it('holds both limits in every stretch of time, not only in those of the clock', () => {
    const guess = fc.record({ at: fc.integer({ min: 0, max: 3 * DAY }), source: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(fc.array(guess, { maxLength: 400 }), (guesses) => {
        const allowed = guessAll([...guesses].sort((a, b) => a.at - b.at))
        expect(most(allowed, DAY)).toBeLessThanOrEqual(perDay)
        for (const source of ['a', 'b', 'c'])
          expect(
            most(
              allowed.filter((each) => each.source === source),
              windowMs,
            ),
          ).toBeLessThanOrEqual(perSource)
      }),
      { numRuns: 60 },
    )
  })

  it('has no moment at which the limits start anew', () => {
    const edge = 900 * MINUTE
    const guesses = [
      ...Array.from({ length: 10 }, (_, i): Try => ({ at: edge - 1000 + i, source: 'a' })),
      ...Array.from({ length: 10 }, (_, i): Try => ({ at: edge + i, source: 'a' })),
    ]
    expect(guessAll(guesses)).toHaveLength(perSource)
  })

  it('lets a known device in whatever others do, and gives it an allowance of its own', () => {
    const strangers = guessAll(Array.from({ length: 500 }, (_, i): Try => ({ at: i * 10, source: `s${i % 60}` })))
    expect(strangers).toHaveLength(perDay)
    const owner: Try = { at: 6000, source: 'device', isKnownDevice: true }
    let tries = [...strangers]
    for (let i = 0; i < perSource; i++) {
      const plan = planTry(tries, owner)
      expect(plan.isAllowed).toBe(true)
      if (plan.isAllowed) tries = plan.tries
    }
    expect(planTry(tries, owner).isAllowed).toBe(false)
    expect(planTry(strangers, { at: 6000, source: 'device' }).isAllowed).toBe(false)
  })

  it('says how long to wait, and lets in at that very moment', () => {
    const tries = guessAll(Array.from({ length: 12 }, (_, i): Try => ({ at: i * MINUTE, source: 'a' })))
    const at = 10 * MINUTE
    const plan = planTry(tries, { at, source: 'a' })
    const wait = plan.isAllowed ? Number.NaN : plan.retryAfterMs
    expect(wait).toBe(5 * MINUTE)
    expect(planTry(tries, { at: at + wait - 1, source: 'a' }).isAllowed).toBe(false)
    expect(planTry(tries, { at: at + wait, source: 'a' }).isAllowed).toBe(true)
  })

  it('forgives the tries of a source that turned out right, and no others', () => {
    const tries: Try[] = [
      { at: 1, source: 'a' },
      { at: 2, source: 'b' },
      { at: 3, source: 'a' },
    ]
    expect(forgiveTries(tries, 'a')).toEqual([{ at: 2, source: 'b' }])
  })

  it('takes the tighter limits while the captcha cannot be asked', () => {
    const { withoutCaptcha } = signInLimits
    let tries: Try[] = []
    for (let i = 0; i < 8; i++) {
      const plan = planTry(tries, { at: i, source: 'a' }, withoutCaptcha)
      if (plan.isAllowed) tries = plan.tries
    }
    expect(tries).toHaveLength(withoutCaptcha.perSource)
  })
})

describe('sourceOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, source) => expect(sourceOf(ip)).toBe(source))
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', undefined],
    ['::ffff:192.0.2.7', undefined],
    ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('%s belongs to %s', (ip, network) => expect(networkOf(ip)).toBe(network))
})

describe('a window that slides', () => {
  it('says to the moment when one more fits', () => {
    const start = 7 * HOUR
    const wholeMinutes = fc.record({
      limit: fc.integer({ min: 1, max: 60 }),
      before: fc.integer({ min: 0, max: 60 }),
      counted: fc.integer({ min: 0, max: 60 }),
      at: fc.integer({ min: start, max: start + HOUR - 1 }),
    })
    const check = fc.property(wholeMinutes, ({ limit, before, counted, at }) => {
      const kept = { now: Math.min(counted, limit), before }
      const wait = untilUnderLimit({ ...kept, now: kept.now + 1 }, limit, HOUR, at)
      // What was refused is taken back, and asks again.
      const waitAt = (later: number) => {
        const counts = later < start + HOUR ? kept : { now: 0, before: later < start + 2 * HOUR ? kept.now : 0 }
        return untilUnderLimit({ ...counts, now: counts.now + 1 }, limit, HOUR, later)
      }
      expect(waitAt(at + wait)).toBe(0)
      if (wait > 1) expect(waitAt(at + wait - 2)).toBeGreaterThan(0)
    })
    fc.assert(check)
  })
})

describe('devices', () => {
  it('are known for half a year after their last use, the newest twenty of them', () => {
    let devices = rememberDevice([], 'first', 0)
    for (let i = 1; i <= signInLimits.devices; i++) devices = rememberDevice(devices, `d${i}`, i * HOUR)
    expect(devices).toHaveLength(signInLimits.devices)
    expect(knowsDevice(devices, 'first', 30 * HOUR)).toBe(false)
    expect(knowsDevice(devices, 'd20', 30 * HOUR)).toBe(true)
    expect(knowsDevice(devices, 'd20', 30 * HOUR + signInLimits.deviceMs)).toBe(false)
    expect(knowsDevice(devices, undefined, 0)).toBe(false)
  })
})

describe('signInLimits', () => {
  it('CON-032 stand in one place', () => {
    expect([perSource, windowMs, signInLimits.resetTokenMs, signInLimits.ssoTokenMs]).toEqual([
      10,
      15 * MINUTE,
      30 * MINUTE,
      MINUTE,
    ])
    const { resendMs, resends, codeMs } = twoFactorLimits
    expect([resendMs, resends, codeMs]).toEqual([MINUTE, 5, 10 * MINUTE])
  })
})
