import { afterAll, expect, it } from 'vitest'
import { clock } from '#functions/kit/clock.ts'
import { MINUTE } from '#shared/dates.ts'
import { harness } from './harness.ts'

const h = await harness()
const real = clock.now
afterAll(() => {
  clock.now = real
})

it('signs somebody in again whose token is about to end', async () => {
  for (const [minutes, sessions] of [
    [0, 1],
    [5, 1],
    [20, 2],
  ] as const) {
    clock.now = () => real() + minutes * MINUTE
    const { status, body } = await h.call('ada', 'session.list', {})
    expect([minutes, status, body.data?.length]).toEqual([minutes, 200, sessions])
  }
})
