// A5: a long life of wallets with everything failing that can, and whether the simulator would have noticed what is wrong.
// `npm run bench -- A5 --seed=7 --ops=100000` lives another or a longer one.
import { runNode } from '#bin/children.ts'
import { breaks } from '../simulator/breaks.ts'
import type { Figure } from './ratio.ts'

const script = 'tests/simulator/run.ts'
const given = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
/** All lives together. */
const count = (said: string, field: string) =>
  [...said.matchAll(new RegExp(`"${field}":(\\d+)`, 'g'))].reduce((sum, [, found]) => sum + Number(found), 0)
/** A longer one is several: the seed that shows a fault again need not live through all of it. */
const LONGEST_LIFE = 50_000

export async function benchSimulator(): Promise<Figure[]> {
  const [seed, ops] = [given('seed') ?? '20261121', given('ops') ?? '10000']
  const lives = Math.ceil(Number(ops) / LONGEST_LIFE)
  const each = String(Math.ceil(Number(ops) / lives))
  const life = await runNode([script, '--seed', seed, '--seeds', String(lives), '--ops', each], {
    cwd: '.',
    keep: true,
  })
  const faults = Object.keys(breaks)
  const proof = await runNode([script, '--breaks', '--ops', '250', '--seeds', '40'], { cwd: '.', keep: true })
  const noticed = proof.output.match(/^noticed: /gm)?.length ?? 0
  if (life.code !== 0) console.error(life.output)
  if (proof.code !== 0) console.error(proof.output)
  const facts = ['injected', 'charges', 'events', 'late'].map((field) => count(life.output, field))
  return [
    {
      id: 'A5',
      what: `${ops} steps of wallets and debts (seed ${seed}${lives > 1 ? ` and ${lives - 1} more` : ''}): violations of their books`,
      figure:
        life.code === 0
          ? `0; ${facts[0]} crashes, lost answers and conflicts, ${facts[1]} charges, ${facts[2]} events, ${facts[3]} late payments`
          : 'SOME: see above',
      goal: '0',
      peer: 'floor 0',
      met: life.code === 0 && count(life.output, 'ops') >= Number(ops),
    },
    {
      id: 'A5',
      what: 'Faults put in on purpose that the simulator notices',
      figure: `${noticed} of ${faults.length}`,
      goal: 'all',
      peer: '-',
      met: noticed === faults.length && proof.code === 0,
    },
  ]
}
