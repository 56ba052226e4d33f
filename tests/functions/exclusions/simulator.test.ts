// A life of people on lists, as leads, and erased in every run; SIMULATOR_OPS and SIMULATOR_SEED make it longer or another one. Faults
// that are put in on purpose are looked at by hand: `npx node tests/simulator/people/run.ts --breaks`.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { afterAll, expect, it } from 'vitest'

const ops = Number(process.env.SIMULATOR_OPS ?? 300)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_135)
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

it('EXC-023+ EXC-026+ EXC-027+ lists hold what was sent, no lead is anybody’s who was kept out, and who was erased stands nowhere, whatever crashes', {
  timeout: 600_000 + ops * 60,
}, async () => {
  const { openPeopleSimulator } = await import('../../simulator/people/simulate.ts')
  const simulator = await openPeopleSimulator()
  try {
    const result = await simulator.simulate({ seed, ops })
    // It proves nothing unless something happened.
    expect(result.ops).toBeGreaterThanOrEqual(ops)
    expect(result.injected).toBeGreaterThan(ops / 20)
    expect(result.leads).toBeGreaterThan(0)
    expect(result.letters).toBeGreaterThan(0)
    expect(result.erased).toBeGreaterThan(0)
    const { done = 0, removed = 0, credited = 0, copies = 0 } = result.seen
    expect(done).toBeGreaterThan(5)
    expect(removed + credited + copies, JSON.stringify(result)).toBeGreaterThan(0)
  } finally {
    await simulator.close()
  }
})
