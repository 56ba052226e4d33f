import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { fiveMinutes, type Topics, watcherOf } from '../alarms.ts'
import { letUploadsIn } from '../buckets.ts'
import type { Environment } from '../environments.ts'
import { toQueueOutputs } from '../queue-outputs.ts'
import { allQueues, makeQueues, type WorkQueues } from '../queues.ts'

/** Every queue, with the queue of its hopeless messages and the alarms of both: alarms that stood elsewhere would need each by name. */
export class QueuesStack extends Stack {
  readonly queues: WorkQueues

  constructor(scope: Construct, id: string, props: StackProps & { environment: Environment; topics: Topics }) {
    super(scope, id, props)
    this.queues = makeQueues(this)
    letUploadsIn(this.queues.jobs)
    this.watch(props.environment, props.topics)
    const urls = allQueues(this.queues).map(({ name, url, dead }) => ({ name, url, dead: dead.url }))
    for (const [output, value] of toQueueOutputs(urls)) new CfnOutput(this, output, { value })
  }

  private watch(environment: Environment, topics: Topics): void {
    const watch = watcherOf(this, environment, topics)
    for (const { name, queue, dead } of allQueues(this.queues)) {
      watch({
        name: `Dead-${name}`,
        severity: 'page',
        runbook: 'dead-letters',
        metric: dead.queue.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Maximum' }),
        above: 0,
      })
      watch({
        name: `Late-${name}`,
        severity: 'ticket',
        runbook: 'queue-is-late',
        metric: queue.metricApproximateAgeOfOldestMessage({ ...fiveMinutes, statistic: 'Maximum' }),
        above: 900,
        periods: 2,
      })
    }
  }
}
