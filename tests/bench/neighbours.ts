// A38: how many messages of a company that sends very much are handed out before the one that another company sends after them.
import { type JobName, jobNames } from '#shared/job-names.ts'
import { handedOutBefore, namesOwner } from '../support/neighbours.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const MANY = 1000

export async function benchNeighbours({ services, engines }: Bench): Promise<Figure[]> {
  const before: [JobName, number][] = []
  for (const name of jobNames.filter(namesOwner))
    before.push([name, await handedOutBefore(services.queues, { name, url: engines.queueUrl(name), many: MANY })])
  const most = Math.max(...before.map(([, count]) => count))
  return [
    {
      id: 'A38',
      what: `${MANY.toLocaleString('en-US')} messages of one company, then one of another, in each of ${before.length} queues: most that are handed out before it`,
      figure: String(most),
      goal: '<= 1',
      peer: `in their order ${MANY.toLocaleString('en-US')}`,
      met: most <= 1,
    },
  ]
}
