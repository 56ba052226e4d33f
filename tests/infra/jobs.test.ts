import { describe, expect, it } from 'vitest'
import { rescuedJobs } from '#shared/job-names.ts'
import { type Job, jobs } from '#shared/jobs.ts'
import { type Schedule, schedules } from '#shared/schedules.ts'
import { synth } from './synth.ts'

const { of, platform } = synth('prod')
const queues = of('AWS::SQS::Queue')
const isDead = (id: string) => /Dead[0-9A-F]{8}$/.test(id)
const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const queueOf = (name: string) => queues.find(({ id }) => id.startsWith(`${title(name)}Queue`))

describe('queues', () => {
  const working = queues.filter(({ id }) => !isDead(id))

  it.each(working.map((queue) => [queue.id, queue] as const))(
    '%s has a dead-letter queue of its own that keeps messages for two weeks',
    (_, { Properties }) => {
      const redrive = JSON.stringify(Properties.RedrivePolicy)
      const dead = queues.filter(({ id }) => redrive.includes(`"${id}"`))
      expect(dead.map(({ id }) => isDead(id))).toEqual([true])
      expect(dead[0]?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600)
      expect(working.filter((other) => JSON.stringify(other.Properties.RedrivePolicy) === redrive)).toHaveLength(1)
    },
  )

  it('are encrypted, and closed to plain connections', () => {
    for (const { id, Properties } of queues) {
      expect(Properties.SqsManagedSseEnabled, id).toBe(true)
      const policy = of('AWS::SQS::QueuePolicy').find((found) =>
        JSON.stringify(found.Properties.Queues).includes(`"${id}"`),
      )
      expect(JSON.stringify(policy?.Properties), id).toContain('"aws:SecureTransport":"false"')
    }
  })

  it.each(working.map((queue) => [queue.id, queue] as const))(
    '%s is watched: dead letters wake somebody, a late one makes a ticket',
    (_, { id, Properties }) => {
      const alarms = of('AWS::CloudWatch::Alarm')
      const dead = queues.find(
        (other) => isDead(other.id) && JSON.stringify(Properties.RedrivePolicy).includes(`"${other.id}"`),
      )
      const about = (name: string) =>
        alarms.filter(({ Properties: { Dimensions = [], Metrics = [] } }) =>
          JSON.stringify([Dimensions, Metrics]).includes(name),
        )
      const watched = about(dead?.id ?? '?').map(
        ({ Properties: { Threshold, AlarmDescription, Metrics, MetricName } }) => [
          Threshold,
          String(AlarmDescription).slice(0, 6),
          MetricName ?? [...JSON.stringify(Metrics).matchAll(/"MetricName":"(\w+)"/g)].map((match) => match[1]).sort(),
        ],
      )
      const isRescued = rescuedJobs.some((job) => queueOf(job)?.id === id)
      expect(watched).toEqual(
        isRescued
          ? [
              // The timetable has each in hand for a while: what it cannot take up is neither gone nor to be seen.
              [0, '[page]', ['ApproximateNumberOfMessagesNotVisible', 'ApproximateNumberOfMessagesVisible']],
              [0, '[ticke', 'NumberOfMessagesDeleted'],
            ]
          : [[0, '[page]', 'ApproximateNumberOfMessagesVisible']],
      )
      expect(about(id).map((alarm) => String(alarm.Properties.MetricName))).toEqual(['ApproximateAgeOfOldestMessage'])
    },
  )
})

describe('workers', () => {
  const sources = of('AWS::Lambda::EventSourceMapping')
  type Limits = { timeoutSeconds: number; batchSize: number; concurrency: number; windowSeconds?: number }
  const all: [string, Limits][] = [
    ...Object.entries<Job>(jobs),
    ...Object.entries<Schedule>(schedules).map(([name, { timeoutSeconds }]): [string, Limits] => [
      name,
      { timeoutSeconds, batchSize: 1, concurrency: 2 },
    ]),
  ]

  it('each take from one queue', () => expect(sources).toHaveLength(all.length))

  it.each(all)(
    '%s reports failed messages one by one, bounded in number and time',
    (name, { timeoutSeconds, batchSize, concurrency, windowSeconds }) => {
      const queue = queueOf(name)
      const source = sources.find(({ Properties }) =>
        JSON.stringify(Properties.EventSourceArn).includes(queue?.id ?? '?'),
      )
      expect(source?.Properties).toMatchObject({
        BatchSize: batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: Math.max(2, concurrency) },
      })
      expect(source?.Properties.MaximumBatchingWindowInSeconds).toBe(windowSeconds)
      // Lambda refuses more without a window.
      if (batchSize > 10) expect(windowSeconds).toBeGreaterThan(0)
      const worker = of('AWS::Lambda::Function', 'jobs').find(({ id }) =>
        JSON.stringify(source?.Properties.FunctionName).includes(id),
      )
      expect(worker?.Properties.Timeout).toBe(timeoutSeconds)
      expect(queue?.Properties.VisibilityTimeout).toBe(2 * timeoutSeconds)
      // The window is over before the run begins, and messages are hidden meanwhile.
      expect(timeoutSeconds + 2 * (windowSeconds ?? 0)).toBeLessThan(2 * timeoutSeconds)
    },
  )
})

describe('uploads', () => {
  it('become messages of the job that names their folder', () => {
    const files = of('AWS::S3::Bucket', 'data').find(({ id }) => id.startsWith('Files'))
    type Notified = { QueueConfigurations: { Event: string; Queue: unknown; Filter: unknown }[] }
    const notified = files?.Properties.NotificationConfiguration as unknown as Notified | undefined
    const configured = notified?.QueueConfigurations ?? []
    const wanted = Object.entries<Job>(jobs).flatMap(([name, { onUpload }]) => (onUpload ? [{ name, onUpload }] : []))
    expect(configured).toHaveLength(wanted.length)
    // The right to send stands in the stack of queues, which is there before the bucket asks for it.
    expect(platform.stacks.data.dependencies).toContain(platform.stacks.queues)
    for (const { name, onUpload } of wanted) {
      const one = configured.find(({ Queue }) => JSON.stringify(Queue).includes(queueOf(name)?.id ?? '?'))
      expect(one).toMatchObject({
        Event: 's3:ObjectCreated:*',
        Filter: {
          S3Key: {
            Rules: [
              { Name: 'prefix', Value: onUpload.prefix },
              { Name: 'suffix', Value: onUpload.suffix },
            ],
          },
        },
      })
      const policy = of('AWS::SQS::QueuePolicy').find(({ Properties }) =>
        JSON.stringify(Properties.Queues).includes(queueOf(name)?.id ?? '?'),
      )
      expect(JSON.stringify(policy?.Properties)).toContain('"Service":"s3.amazonaws.com"')
      expect(JSON.stringify(policy?.Properties)).toContain('"aws:SourceAccount":"333333333333"')
    }
  })
})

describe('the timetable', () => {
  it.each(Object.entries<Schedule>(schedules))(
    '%s goes to its queue with its planned time, in its own time zone',
    (name, { timeZone }) => {
      const entry = of('AWS::Scheduler::Schedule').find(({ Properties }) => String(Properties.Name) === `prod-${name}`)
      expect(entry?.Properties).toMatchObject({
        ScheduleExpressionTimezone: timeZone,
        FlexibleTimeWindow: { Mode: 'OFF' },
      })
      const target = entry?.Properties.Target as unknown as { Arn: unknown; Input: string; DeadLetterConfig: unknown }
      expect(JSON.stringify(target.Arn)).toContain(queueOf(name)?.id ?? '?')
      expect(JSON.parse(target.Input)).toEqual({ schedule: name, at: '<aws.scheduler.scheduled-time>' })
      expect(target.DeadLetterConfig).toBeDefined()
    },
  )

  it('may send to each queue, and lay what it does not take beside its dead letters', () => {
    const targets = of('AWS::Scheduler::Schedule').flatMap(({ Properties }) => {
      const { Arn, DeadLetterConfig } = Properties.Target as unknown as {
        Arn: unknown
        DeadLetterConfig: { Arn: unknown }
      }
      return [Arn, DeadLetterConfig.Arn].map((arn) => JSON.stringify(arn))
    })
    const [policy] = of('AWS::IAM::Policy').filter(({ id }) => id.startsWith('SchedulerRole'))
    const rights = policy?.Properties.PolicyDocument as unknown as { Statement: { Resource: unknown[] }[] } | undefined
    expect(rights?.Statement.flatMap(({ Resource }) => Resource.map((arn) => JSON.stringify(arn))).sort()).toEqual(
      targets.sort(),
    )
  })
})
