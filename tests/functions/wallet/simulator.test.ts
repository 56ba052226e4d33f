// Lives of wallets in every run; SIMULATOR_OPS and SIMULATOR_SEED make them longer or others.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { afterAll, expect, it } from 'vitest'
import { runNode } from '#bin/children.ts'

const ops = Number(process.env.SIMULATOR_OPS ?? 10_000)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_121)
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

it('WAL-039 the books of wallets and of the payment provider agree after every write, whatever crashes', {
  timeout: 120_000 + ops * 60,
}, async () => {
  const { openSimulator } = await import('../../simulator/simulate.ts')
  const simulator = await openSimulator()
  try {
    const result = await simulator.simulate({ seed, ops })
    // It proves nothing unless something happened.
    expect(result.ops).toBeGreaterThanOrEqual(ops)
    expect(result.injected).toBeGreaterThan(ops / 20)
    expect(result.charges).toBeGreaterThan(ops / 30)
    expect(result.events).toBeGreaterThan(ops / 10)
    expect([result.auto, result.expired, result.debts, result.returned].every((count) => count > 0)).toBe(true)
  } finally {
    await simulator.close()
  }
})

/** One of those that are hard to notice; `--breaks` puts in all that are known. */
const hidden = ['the mark of an automatic top-up that is under way is not set']

it('WAL-039 the simulator notices a fault that is put in on purpose', { timeout: 240_000 }, async () => {
  const wanted = hidden.flatMap((name) => ['--break', name])
  const { code, output } = await runNode(['tests/simulator/run.ts', '--ops', '250', '--seeds', '40', ...wanted], {
    cwd: '.',
    keep: true,
  })
  expect(output).not.toContain('NOT NOTICED')
  expect({ code, noticed: output.match(/^noticed: /gm)?.length }, output).toEqual({ code: 0, noticed: hidden.length })
})
