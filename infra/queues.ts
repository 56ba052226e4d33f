import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { type JobName, jobNames } from '#shared/job-names.ts'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import { type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'

/** A schedule's run that failed is tried again twice; then a person looks at it. */
const SCHEDULE_TRIES = 3

/**
 * `arn` and `url` are put together from the queue's name: what other stacks use of a queue is then one output of its stack, and not
 * one for each of the three.
 */
export type Address = { queue: Queue; arn: string; url: string }
export type WorkQueue = Address & { name: string; dead: Address }
export type WorkQueues = { jobs: Record<JobName, WorkQueue>; schedules: Record<ScheduleName, WorkQueue> }

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function addressed(queue: Queue): Address {
  const { account, region, urlSuffix } = Stack.of(queue)
  return {
    queue,
    arn: Stack.of(queue).formatArn({
      service: 'sqs',
      resource: queue.queueName,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    }),
    url: `https://sqs.${region}.${urlSuffix}/${account}/${queue.queueName}`,
  }
}

/** A queue and the queue where its hopeless messages wait for a person. */
function workQueue(scope: Construct, name: string, limits: { timeoutSeconds: number; tries: number }): WorkQueue {
  const common = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED, removalPolicy: RemovalPolicy.RETAIN }
  const dead = new Queue(scope, `${title(name)}Dead`, { ...common, retentionPeriod: Duration.days(14) })
  const queue = new Queue(scope, `${title(name)}Queue`, {
    ...common,
    visibilityTimeout: Duration.seconds(visibilitySecondsOf(limits.timeoutSeconds)),
    retentionPeriod: Duration.days(14),
    deadLetterQueue: { queue: dead, maxReceiveCount: limits.tries },
  })
  return { name, ...addressed(queue), dead: addressed(dead) }
}

/** One pair of queues for each job and each schedule. */
export function makeQueues(scope: Construct): WorkQueues {
  const made = <Name extends string>(
    names: readonly Name[],
    limits: (name: Name) => { timeoutSeconds: number; tries: number },
  ) =>
    // @NOTE every name becomes a key, which Object.fromEntries cannot express.
    Object.fromEntries(names.map((name) => [name, workQueue(scope, name, limits(name))])) as Record<Name, WorkQueue>
  return {
    jobs: made(jobNames, (name) => jobs[name]),
    schedules: made(scheduleNames, (name) => ({
      timeoutSeconds: schedules[name].timeoutSeconds,
      tries: SCHEDULE_TRIES,
    })),
  }
}

export const allQueues = (queues: WorkQueues): WorkQueue[] => [
  ...Object.values(queues.jobs),
  ...Object.values(queues.schedules),
]
