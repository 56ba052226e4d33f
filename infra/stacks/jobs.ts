import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource, type SqsEventSourceProps } from 'aws-cdk-lib/aws-lambda-event-sources'
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { type JobName, jobNames } from '#shared/job-names.ts'
import { jobs, windowMsOf } from '#shared/jobs.ts'
import { type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'
import { type RotationName, rotationNames } from '../bundles.ts'
import type { Environment } from '../environments.ts'
import { type Maker, makerOf } from '../functions.ts'
import type { CodeSource } from '../lambda.ts'
import { jobPowers, rotationPowers, schedulePowers } from '../powers.ts'
import type { WorkQueue, WorkQueues } from '../queues.ts'
import { saveQueries } from '../saved-queries.ts'
import { makeSchedules } from '../schedules.ts'
import type { DataStack } from './data.ts'
import type { EdgeStack } from './edge.ts'

type Props = StackProps & {
  environment: Environment
  code: CodeSource
  data: DataStack
  queues: WorkQueues
  edge: EdgeStack
}

/** Secrets are renewed after so many days. */
const rotationDays: Record<RotationName, number> = { originVerify: 30, keys: 90 }

/** All that works without a caller: queue workers, the timetable, and the renewal of secrets. */
export class JobsStack extends Stack {
  readonly workers: Record<JobName | ScheduleName, Lambda>
  readonly rotations: Record<RotationName, Lambda>

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props)
    const make: Maker = makerOf(this, props)
    const { queues } = props
    const sourceOf = ({ name, arn }: WorkQueue, limits: SqsEventSourceProps) =>
      new SqsEventSource(Queue.fromQueueArn(this, `Source-${name}`, arn), limits)

    const workers: [JobName | ScheduleName, Lambda][] = []
    for (const name of jobNames) {
      const job = jobs[name]
      const worker = make({ kind: 'jobs', name }, jobPowers[name], job.timeoutSeconds)
      worker.addEventSource(
        sourceOf(queues.jobs[name], {
          batchSize: job.batchSize,
          ...(windowMsOf(name) > 0 && { maxBatchingWindow: Duration.millis(windowMsOf(name)) }),
          reportBatchItemFailures: true,
          // Two is the least that Lambda takes.
          maxConcurrency: Math.max(2, job.concurrency),
        }),
      )
      workers.push([name, worker])
    }
    for (const name of scheduleNames) {
      const worker = make({ kind: 'schedules', name }, schedulePowers[name], schedules[name].timeoutSeconds)
      worker.addEventSource(
        sourceOf(queues.schedules[name], {
          batchSize: 1,
          reportBatchItemFailures: true,
          maxConcurrency: 2,
        }),
      )
      workers.push([name, worker])
    }
    // @NOTE every job and schedule was pushed above, which Object.fromEntries cannot express.
    this.workers = Object.fromEntries(workers) as JobsStack['workers']
    makeSchedules(this, props.environment, queues.schedules)

    this.rotations = Object.fromEntries(
      rotationNames.map((name) => [name, make({ kind: 'rotations', name }, rotationPowers[name])]),
    ) as JobsStack['rotations'] // @NOTE as above
    for (const name of rotationNames) this.rotate(name, props.data)
    saveQueries(this, props.environment, 'work')
  }

  private rotate(name: RotationName, data: DataStack): void {
    const worker = this.rotations[name]
    const { secretArn } = data.secrets[name]
    worker.addPermission('SecretsManager', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceArn: secretArn,
    })
    const schedule = new CfnRotationSchedule(this, `${name}Rotation`, {
      secretId: secretArn,
      rotationLambdaArn: worker.functionArn,
      rotateImmediatelyOnUpdate: true,
      rotationRules: { scheduleExpression: `rate(${Duration.days(rotationDays[name]).toDays()} days)` },
    })
    schedule.node.addDependency(worker)
  }
}
