import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { constantTime, refuseInConstantTime, restOfStep } from '#functions/kit/constant-time-refusal.ts'
import { contracts } from '#shared/contracts/index.ts'

/** A clock on which the work takes `tookMs`, and that says how long was waited. */
function clockOf(tookMs: number) {
  const waits: number[] = []
  const times = [1000, 1000 + tookMs]
  return { waits, now: () => times.shift() ?? 0, wait: async (ms: number) => void waits.push(ms) }
}

describe('refusals at even times', () => {
  afterEach(() => {
    constantTime.stepMs = 0
  })

  it('leave at a multiple of the step, and never before they are known', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 1000 }), (elapsed, step) => {
        const rest = restOfStep(elapsed, step)
        expect((elapsed + rest) % step).toBe(0)
        expect(rest).toBeGreaterThan(0)
        expect(rest).toBeLessThanOrEqual(step)
      }),
    )
  })

  it('AUT-036 take the same time whatever the look for a name took', async () => {
    constantTime.stepMs = 250
    const told = async (tookMs: number) => {
      const clock = clockOf(tookMs)
      await expect(refuseInConstantTime(async () => Promise.reject(new Error('no')), clock)).rejects.toThrow('no')
      return tookMs + (clock.waits[0] ?? 0)
    }
    expect([await told(3), await told(71), await told(249)]).toEqual([250, 250, 250])
    expect(await told(251)).toBe(500)
  })

  it('AUT-036 are what the login asks for', () => {
    expect(contracts.session.login.refusesInConstantTime).toBe(true)
  })

  it('hold nobody up who is let in', async () => {
    constantTime.stepMs = 250
    const clock = clockOf(20)
    expect(await refuseInConstantTime(async () => 'in', clock)).toBe('in')
    expect(clock.waits).toEqual([])
  })
})
