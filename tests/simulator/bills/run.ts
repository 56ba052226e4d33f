// `node tests/simulator/bills/run.ts --seed 7 --ops 10000`: lives of campaigns and their money; a fault ends them with the command that shows it
// again. `--seeds 20` does the same for so many seeds. `--breaks` puts in one fault after the other on purpose and says after how
// many steps each was noticed; `--break "<name>"` only that one.
import { parseArgs } from 'node:util'
import { weaveBreaks } from '../breaks.ts'
import { billBreaks } from './breaks.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    ops: { type: 'string', default: '3000' },
    breaks: { type: 'boolean', default: false },
    break: { type: 'string', multiple: true },
  },
})
const [first, seeds, ops] = [Number(values.seed), Number(values.seeds), Number(values.ops)]
const wanted = values.breaks ? Object.keys(billBreaks) : (values.break ?? [])
for (const name of wanted) if (!(name in billBreaks)) throw new Error(`No fault is called «${name}».`)

// The log reads its level when it is loaded; what is to be broken must be so before it is.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
const switchOn = wanted.length > 0 ? weaveBreaks(billBreaks) : () => undefined
const { openBillSimulator, Violation } = await import('./simulate.ts')
const simulator = await openBillSimulator()

/** By what a fault was noticed; undefined when it was not. */
async function notice(name: string): Promise<string | undefined> {
  switchOn(name)
  for (let seed = first; seed < first + seeds; seed++) {
    try {
      const again = `node tests/simulator/bills/run.ts --seed ${seed} --ops ${ops} --break "${name}"`
      await simulator.simulate({ seed, ops, again })
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      return error.message
    }
  }
  return undefined
}

for (const name of wanted) {
  const said = await notice(name)
  if (said === undefined) process.exitCode = 1
  const shown = said?.split('\n')[0]
  console.log(said === undefined ? `NOT NOTICED: ${name}` : `noticed: ${name}\n  ${wanted.length > 1 ? shown : said}`)
}
if (wanted.length === 0)
  for (let seed = first; seed < first + seeds; seed++) {
    const began = performance.now()
    const result = await simulator.simulate({ seed, ops })
    console.log(JSON.stringify({ seed, ...result, seconds: Math.round((performance.now() - began) / 1000) }))
  }
await simulator.close()
process.exit()
