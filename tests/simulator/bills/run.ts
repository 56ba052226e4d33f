// `npx node tests/simulator/bills/run.ts --seed 7 --ops 10000`: lives of campaigns and their money.
import { runLives } from '../run-lives.ts'
import { billBreaks } from './breaks.ts'

await runLives({ script: 'tests/simulator/bills/run.ts', ops: 3000, breaks: billBreaks }, async () =>
  (await import('./simulate.ts')).openBillSimulator(),
)
