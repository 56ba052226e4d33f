import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { rescuedJobs } from '#shared/job-names.ts'
import { fiveMinutes, type Topics, watcherOf } from '../alarms.ts'
import { letUploadsIn } from '../buckets.ts'
import type { Environment } from '../environments.ts'
import { toQueueOutputs } from '../queue-outputs.ts'
import { allQueues, makeQueues, type WorkQueues } from '../queues.ts'

const isRescued = (name: string) => rescuedJobs.some((job) => job === name)

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
      const lie = dead.queue.metricApproximateNumberOfMessagesVisible({ ...fiveMinutes, statistic: 'Maximum' })
      // The timetable has each of these in hand for a while: one that it cannot take up must be seen then as well.
      const inHand = dead.queue.metricApproximateNumberOfMessagesNotVisible({ ...fiveMinutes, statistic: 'Maximum' })
      const both = { expression: 'lie + inHand', usingMetrics: { lie, inHand }, ...fiveMinutes }
      watch({
        name: `Dead-${name}`,
        severity: 'page',
        runbook: 'dead-letters',
        metric: isRescued(name) ? new MathExpression(both) : lie,
        above: 0,
        ...(isRescued(name) && { periods: 3 }),
      })
      // Whom it helped lost nothing, but what ended the workers is to be found.
      if (isRescued(name))
        watch({
          name: `Rescued-${name}`,
          severity: 'ticket',
          runbook: 'dead-letters',
          metric: dead.queue.metricNumberOfMessagesDeleted({ ...fiveMinutes, statistic: 'Sum' }),
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
