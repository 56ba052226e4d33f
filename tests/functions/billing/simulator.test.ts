// Lives of campaigns and their money in every run; SIMULATOR_OPS and SIMULATOR_SEED make them longer or others.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { afterAll, expect, it } from 'vitest'
import { runNode } from '#bin/children.ts'

const ops = Number(process.env.SIMULATOR_OPS ?? 480)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_122)
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

it('LED-22 each lead is paid for once, by one bill, lot or wallet, whatever crashes', {
  timeout: 600_000 + ops * 100,
}, async () => {
  const { openBillSimulator } = await import('../../simulator/bills/simulate.ts')
  const simulator = await openBillSimulator()
  try {
    const result = await simulator.simulate({ seed, ops })
    // It proves nothing unless something happened.
    expect(result.ops).toBeGreaterThanOrEqual(ops)
    expect(result.injected).toBeGreaterThan(ops / 20)
    expect(result.leads).toBeGreaterThan(ops / 10)
    expect(result.bills).toBeGreaterThan(ops / 120)
    expect(result.charges).toBeGreaterThan(ops / 120)
  } finally {
    await simulator.close()
  }
})

/** One that shows within a few hundred steps; `--breaks` puts in all that are known. */
const hidden = ['a closed stretch loses what was given back']

it('the simulator of bills notices faults that are put in on purpose', {
  timeout: 600_000,
}, async () => {
  const wanted = hidden.flatMap((name) => ['--break', name])
  const { code, output } = await runNode(['tests/simulator/bills/run.ts', '--ops', '480', '--seeds', '12', ...wanted], {
    cwd: '.',
    keep: true,
  })
  expect(output).not.toContain('NOT NOTICED')
  expect({ code, noticed: output.match(/^noticed: /gm)?.length }, output).toEqual({ code: 0, noticed: hidden.length })
})
