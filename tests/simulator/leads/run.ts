// `npx node tests/simulator/leads/run.ts --seed 7 --ops 10000`: lives of campaigns and their leads.
import { runLives } from '../run-lives.ts'
import { leadBreaks } from './breaks.ts'

await runLives({ script: 'tests/simulator/leads/run.ts', ops: 3000, breaks: leadBreaks }, async () =>
  (await import('./simulate.ts')).openLeadSimulator(),
)
