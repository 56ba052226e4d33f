// Lives of campaigns in every run; SIMULATOR_OPS and SIMULATOR_SEED make them longer or others.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { afterAll, expect, it } from 'vitest'
import { runNode } from '#bin/children.ts'

const ops = Number(process.env.SIMULATOR_OPS ?? 660)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_122)
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

it('CMP-51 CMP-55 CMP-58 leads, counts, limits and prices agree after every write, whatever crashes', {
  timeout: 600_000 + ops * 60,
}, async () => {
  const { openLeadSimulator } = await import('../../simulator/leads/simulate.ts')
  const simulator = await openLeadSimulator()
  try {
    const result = await simulator.simulate({ seed, ops })
    // It proves nothing unless something happened.
    expect(result.ops).toBeGreaterThanOrEqual(ops)
    expect(result.injected).toBeGreaterThan(ops / 20)
    expect(result.leads).toBeGreaterThan(ops / 10)
    expect(Object.keys(result.ends).sort()).toEqual(
      ['duplicate', 'excluded', 'inactive', 'incomplete', 'limit', 'stored', 'unmatched'].sort(),
    )
    expect(result.days).toBeGreaterThan(0)
    expect(result.pulled).toBeGreaterThan(0)
    expect(result.removed).toBeGreaterThan(0)
    expect(result.terms).toBeGreaterThan(0)
  } finally {
    await simulator.close()
  }
})

/** One of those that are hard to notice; `--breaks` puts in all that are known. */
const hidden = [
  'a visit that was stored before its worker crashed is ended by a look at the limit',
  'a page that is asked for again is paid for again',
]

it('the simulator of leads notices faults that are put in on purpose', {
  timeout: 600_000,
}, async () => {
  const wanted = hidden.flatMap((name) => ['--break', name])
  const { code, output } = await runNode(['tests/simulator/leads/run.ts', '--ops', '300', '--seeds', '12', ...wanted], {
    cwd: '.',
    keep: true,
  })
  expect(output).not.toContain('NOT NOTICED')
  expect({ code, noticed: output.match(/^noticed: /gm)?.length }, output).toEqual({ code: 0, noticed: hidden.length })
})
