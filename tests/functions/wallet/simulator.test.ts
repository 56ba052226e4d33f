// Lives of wallets in every run, half of them in each of two processes; SIMULATOR_OPS and SIMULATOR_SEED make them longer or others.

import { expect, it } from 'vitest'
import * as z from 'zod'
import { runNode } from '#bin/children.ts'
import { shareOf } from '#bin/portion.ts'

const ops = Number(process.env.SIMULATOR_OPS ?? shareOf(10_000, 2))
const seed = Number(process.env.SIMULATOR_SEED ?? 20_261_121)

const facts = ['ops', 'injected', 'charges', 'events', 'auto', 'expired', 'debts', 'returned'] as const
const Life = z.record(z.enum(facts), z.int()).and(z.looseObject({}))

async function live(of: number): Promise<z.output<typeof Life>> {
  const script = ['tests/simulator/run.ts', '--seed', `${of}`, '--ops', `${Math.ceil(ops / 2)}`]
  const { code, output } = await runNode(script, { cwd: '.', keep: true })
  expect(code, output).toBe(0)
  return Life.parse(JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? ''))
}

it('WAL-039 the books of wallets and of the payment provider agree after every write, whatever crashes', {
  timeout: 600_000 + ops * 60,
}, async () => {
  const lives = await Promise.all([live(seed), live(seed + 1)])
  const sum = (fact: (typeof facts)[number]) => lives.reduce((all, life) => all + life[fact], 0)
  // It proves nothing unless something happened.
  expect(sum('ops')).toBeGreaterThanOrEqual(ops)
  expect(sum('injected')).toBeGreaterThan(ops / 20)
  expect(sum('charges')).toBeGreaterThan(ops / 30)
  expect(sum('events')).toBeGreaterThan(ops / 10)
  for (const fact of ['auto', 'expired', 'debts', 'returned'] as const) expect(sum(fact)).toBeGreaterThan(0)
})

/** One of those that are hard to notice; `--breaks` puts in all that are known. */
const hidden = ['the mark of an automatic top-up that is under way is not set']

it('WAL-039 the simulator notices a fault that is put in on purpose', {
  timeout: 600_000,
}, async () => {
  const wanted = hidden.flatMap((name) => ['--break', name])
  const { code, output } = await runNode(['tests/simulator/run.ts', '--ops', '250', '--seeds', '40', ...wanted], {
    cwd: '.',
    keep: true,
  })
  expect(output).not.toContain('NOT NOTICED')
  expect({ code, noticed: output.match(/^noticed: /gm)?.length }, output).toEqual({ code: 0, noticed: hidden.length })
})
