// Tokens in the course of a life: what each opens is what its person may do at that moment. `LIVES=20 LIFE_STEPS=3000 LIFE_SEED=100`
// before the command lives more and longer ones.
import { expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { harness } from '../../support/harness.ts'
import { live } from './life.ts'
import { openNames } from './life-names.ts'

const { LIVES = '2', LIFE_STEPS = '800', LIFE_SEED = '1' } = process.env
const steps = Number(LIFE_STEPS)
const seeds = portionOf(
  Array.from({ length: Number(LIVES) }, (_, index) => Number(LIFE_SEED) + index),
  2,
)

it.each(seeds)(
  'OTH-16 opens with a token what its person may do now, and nothing once it ended: life %i',
  async (seed) => {
    // In every other life the rule asks for a second step.
    const isForced = seed % 2 === 0
    const names = await openNames()
    const h = await harness({ env: { SECOND_STEP: isForced ? 'required' : 'optional', ...names.env } })
    const told = await live(h, { seed, steps, names, isForced })
    if (process.env.LIVES) console.log(JSON.stringify(told))
    expect(told.answered).toBeGreaterThan(20)
    expect(told.refused).toBeGreaterThan(20)
    expect(h.violations).toEqual([])
  },
)
