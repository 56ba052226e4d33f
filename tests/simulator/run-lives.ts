// The command line of a simulator. `--seed 7 --ops 10000` lives one life; a fault ends it with the command that shows it again.
// `--seeds 20` does the same for so many seeds, one after the other. `--breaks` puts in one fault after the other on purpose and says
// by what each was noticed; `--break "<name>"` only that one.
import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { type Breaks, weaveBreaks } from './breaks.ts'

type Simulator = {
  simulate(options: { seed: number; ops: number; again?: string }): Promise<object>
  close(): Promise<void>
}

// Each run of the tests starts five of these, and what they load is the same: to read and to compile it anew takes a second each.
enableCompileCache()

/** `open` loads the product: what is to be broken must be so before it is. */
export async function runLives(
  { script, ops: usual, breaks }: { script: string; ops: number; breaks: Breaks },
  open: () => Promise<Simulator>,
): Promise<never> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      ops: { type: 'string', default: `${usual}` },
      breaks: { type: 'boolean', default: false },
      break: { type: 'string', multiple: true },
    },
  })
  const [first, seeds, ops] = [Number(values.seed), Number(values.seeds), Number(values.ops)]
  const wanted = values.breaks ? Object.keys(breaks) : (values.break ?? [])
  for (const name of wanted) if (!(name in breaks)) throw new Error(`No fault is called «${name}».`)
  // Thousands of refusals are met on purpose, and nobody reads where each was made.
  Error.stackTraceLimit = 0
  // The log reads its level when it is loaded.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
  const switchOn = wanted.length > 0 ? weaveBreaks(breaks) : () => undefined
  const simulator = await open()
  const started = performance.now()
  const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000)

  /** By what a fault was noticed; undefined when it was not. */
  async function notice(name: string): Promise<string | undefined> {
    switchOn(name)
    for (let seed = first; seed < first + seeds; seed++) {
      try {
        const again = `npx node ${script} --seed ${seed} --ops ${ops} --break "${name}"`
        await simulator.simulate({ seed, ops, again })
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'Violation') throw error
        return error.message
      }
    }
    return undefined
  }

  for (const name of wanted) {
    const said = await notice(name)
    if (said === undefined) process.exitCode = 1
    const shown = wanted.length > 1 ? said?.split('\n')[0] : said
    console.log(said === undefined ? `NOT NOTICED: ${name}` : `noticed: ${name}\n  ${shown}`)
  }
  if (wanted.length === 0)
    for (let seed = first; seed < first + seeds; seed++) {
      const began = performance.now()
      const result = await simulator.simulate({ seed, ops })
      console.log(JSON.stringify({ seed, ...result, seconds: secondsSince(began) }))
    }
  const { user, system } = process.cpuUsage()
  console.log(`${secondsSince(started)} s, ${Math.round((user + system) / 1e6)} s of processor`)
  await simulator.close()
  process.exit()
}
