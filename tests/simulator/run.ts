// `npx node tests/simulator/run.ts --seed 7 --ops 10000`: lives of wallets.
import { breaks } from './breaks.ts'
import { runLives } from './run-lives.ts'

await runLives({ script: 'tests/simulator/run.ts', ops: 10_000, breaks }, async () =>
  (await import('./simulate.ts')).openSimulator(),
)
