// `node tests/simulator/run.ts --seed 7 --ops 10000`: one life of wallets. A fault ends it with the command that shows it again.
import { parseArgs } from 'node:util'

// The log reads its level when it is loaded.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
const { simulate } = await import('./simulate.ts')

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, ops: { type: 'string', default: '10000' } },
})
const started = performance.now()
const result = await simulate({ seed: Number(values.seed), ops: Number(values.ops) })
console.log(
  JSON.stringify({ seed: Number(values.seed), ...result, seconds: Math.round((performance.now() - started) / 1000) }),
)
process.exit(0)
