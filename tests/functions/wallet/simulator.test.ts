// A short life of wallets in every run; SIMULATOR_OPS and SIMULATOR_SEED make it longer or another one.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { expect, it } from 'vitest'

const ops = Number(process.env.SIMULATOR_OPS ?? 600)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_121)

it('WAL-039 the books of wallets and of the payment provider agree after every step, whatever crashes', {
  timeout: 60_000 + ops * 60,
}, async () => {
  const { simulate } = await import('../../simulator/simulate.ts')
  const result = await simulate({ seed, ops })
  // It proves nothing unless something happened.
  expect(result.ops).toBeGreaterThanOrEqual(ops)
  expect(result.injected).toBeGreaterThan(ops / 25)
  expect(result.payments).toBeGreaterThan(ops / 50)
  expect([result.auto > 0, result.expired > 0]).toEqual([true, true])
})
