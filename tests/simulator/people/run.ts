// `npx node tests/simulator/people/run.ts --seed 7 --ops 1000`: lives of people on lists, as leads, and erased.
import { runLives } from '../run-lives.ts'
import { peopleBreaks as breaks } from './breaks.ts'

await runLives({ script: 'tests/simulator/people/run.ts', ops: 1000, breaks }, async () =>
  (await import('./simulate.ts')).openPeopleSimulator(),
)
