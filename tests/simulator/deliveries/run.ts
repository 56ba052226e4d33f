// `npx node tests/simulator/deliveries/run.ts --seed 7 --ops 10000`: lives of leads on their way to tools and webhooks.
import { runLives } from '../run-lives.ts'
import { deliveryBreaks } from './breaks.ts'

await runLives({ script: 'tests/simulator/deliveries/run.ts', ops: 3000, breaks: deliveryBreaks }, async () =>
  (await import('./simulate.ts')).openDeliverySimulator(),
)
