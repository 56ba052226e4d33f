// A life of leads on their way to tools and webhooks in every run; SIMULATOR_OPS and SIMULATOR_SEED make it longer or another one.
// Faults that are put in on purpose are looked at by hand: `npx node tests/simulator/deliveries/run.ts --breaks`.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'

import { afterAll, expect, it } from 'vitest'

const ops = Number(process.env.SIMULATOR_OPS ?? 280)
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_129)
const before = { ...process.env }

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

it('CMP-59+ INT-10+ INT-50+ leads reach the tools that they are meant for and no others, and rows and histories say so, whatever crashes', {
  timeout: 600_000 + ops * 60,
}, async () => {
  const { openDeliverySimulator } = await import('../../simulator/deliveries/simulate.ts')
  const simulator = await openDeliverySimulator()
  try {
    const result = await simulator.simulate({ seed, ops })
    // It proves nothing unless something happened.
    expect(result.ops).toBeGreaterThanOrEqual(ops)
    expect(result.injected).toBeGreaterThan(ops / 20)
    expect(result.leads).toBeGreaterThan(ops / 40)
    expect(result.ends.delivered).toBeGreaterThan(ops / 40)
    const { held = 0, doubted = 0, rested = 0, apart = 0 } = result.seen
    expect(held + doubted + rested + apart).toBeGreaterThan(0)
  } finally {
    await simulator.close()
  }
})
