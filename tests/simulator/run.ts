// `node tests/simulator/run.ts --seed 7 --ops 10000`: lives of wallets; a fault ends them with the command that shows it again.
// `--seeds 20` does the same for so many seeds, one after the other. `--breaks` puts in one fault after the other on purpose and says
// after how many steps each was noticed; `--break "<name>"` only that one.
import { parseArgs } from 'node:util'
import { breaks, weaveBreaks } from './breaks.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    ops: { type: 'string', default: '10000' },
    breaks: { type: 'boolean', default: false },
    break: { type: 'string', multiple: true },
  },
})
const [first, seeds, ops] = [Number(values.seed), Number(values.seeds), Number(values.ops)]
const wanted = values.breaks ? Object.keys(breaks) : (values.break ?? [])
for (const name of wanted) if (!(name in breaks)) throw new Error(`No fault is called «${name}».`)

// The log reads its level when it is loaded; what is to be broken must be so before it is.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
const switchOn = wanted.length > 0 ? weaveBreaks() : () => undefined
const { openSimulator, Violation } = await import('./simulate.ts')
const simulator = await openSimulator()
const started = performance.now()

/** After how many steps a fault was noticed, and by what; undefined when it was not. */
async function notice(name: string): Promise<string | undefined> {
  switchOn(name)
  for (let seed = first; seed < first + seeds; seed++) {
    try {
      await simulator.simulate({
        seed,
        ops,
        again: `node tests/simulator/run.ts --seed ${seed} --ops ${ops} --break "${name}"`,
      })
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
  console.log(
    said === undefined
      ? `NOT NOTICED: ${name}`
      : `noticed: ${name}\n  ${wanted.length > 1 ? said.split('\n')[0] : said}`,
  )
}
if (wanted.length === 0)
  for (let seed = first; seed < first + seeds; seed++) {
    const began = performance.now()
    const result = await simulator.simulate({ seed, ops })
    console.log(JSON.stringify({ seed, ...result, seconds: Math.round((performance.now() - began) / 1000) }))
  }
const { user, system } = process.cpuUsage()
console.log(
  `${Math.round((performance.now() - started) / 1000)} s, ${Math.round((user + system) / 1e6)} s of processor`,
)
await simulator.close()
process.exit()
