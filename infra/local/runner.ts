// Queues and schedules on one machine: takes messages, calls the very workers that run on Lambda, deletes what was done.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { type JobName, jobNames } from '#shared/job-names.ts'
import { jobs, windowMsOf } from '#shared/jobs.ts'
import { type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'
import { lambdaContext } from './api.ts'
import { running } from './running.ts'
import { openTimetable } from './timetable.ts'

/** How often an embedded queue is looked at, which costs nothing; any other one is asked, and holds the question for a second. */
const LOOK_MS = 20
/** How often the timetable is looked at. */
const TICK_MS = 1000
/** A queue hands out, and forgets, so many in one request. */
const AT_ONCE = 10

type Worker = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>
type Queue = {
  kind: 'jobs' | 'schedules'
  name: string
  url: string
  batchSize: number
  windowMs: number
  parallel: number
  timeoutMs: number
  load: () => Promise<{ handler: Worker }>
}

export type QueueAccess = { endpoint: string; queueUrl(name: string): string; hasDue?(queue: string): boolean }

const jobQueue =
  (access: QueueAccess) =>
  (name: JobName): Queue => ({
    kind: 'jobs',
    name,
    url: access.queueUrl(name),
    batchSize: jobs[name].batchSize,
    windowMs: windowMsOf(name),
    parallel: Math.min(2, jobs[name].concurrency),
    timeoutMs: jobs[name].timeoutSeconds * 1000,
    load: () => import(`../../functions/jobs/${name}.ts`),
  })
const scheduleQueue =
  (access: QueueAccess) =>
  (name: ScheduleName): Queue => ({
    kind: 'schedules',
    name,
    url: access.queueUrl(name),
    batchSize: 1,
    windowMs: 0,
    parallel: 1,
    timeoutMs: schedules[name].timeoutSeconds * 1000,
    load: () => import(`../../functions/schedules/${name}.ts`),
  })

const toRecord = (message: Message, name: string): SQSEvent['Records'][number] => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([key, { StringValue: stringValue = '' }]) => [
      key,
      { stringValue, dataType: 'String' },
    ]),
  ),
  md5OfBody: message.MD5OfBody ?? '',
  attributes: {
    ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? '1',
    SentTimestamp: message.Attributes?.SentTimestamp ?? '0',
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? '0',
    ...(message.Attributes?.MessageGroupId && { MessageGroupId: message.Attributes.MessageGroupId }),
  },
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${name}`,
  awsRegion: 'us-east-1',
})

export function openRunner(access: QueueAccess) {
  const client = new SQSClient({ endpoint: access.endpoint })
  const queues = [...jobNames.map(jobQueue(access)), ...scheduleNames.map(scheduleQueue(access))]

  const isDue = ({ name }: Queue) => access.hasDue?.(name) ?? true

  async function receive(queue: Queue, most: number, waitSeconds: number): Promise<Message[]> {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: Math.min(AT_ONCE, most),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    )
    return Messages
  }

  /** A batch: full, or what there is once its first message has waited for others as long as the queue says. */
  async function gather(queue: Queue, waitSeconds: number, isOver: (waitedMs: number) => boolean): Promise<Message[]> {
    const all = await receive(queue, queue.batchSize, waitSeconds)
    const since = performance.now()
    while (all.length > 0 && all.length < queue.batchSize) {
      const more = isDue(queue) ? await receive(queue, queue.batchSize - all.length, 0) : []
      all.push(...more)
      if (more.length > 0) continue
      if (isOver(performance.now() - since)) break
      await sleep(LOOK_MS)
    }
    return all
  }

  /** A batch is what is there, unless its window is not over. */
  async function takeOnce(queue: Queue, waitSeconds: number, isOver = (_: number) => true): Promise<number> {
    const Messages = await gather(queue, waitSeconds, isOver)
    if (Messages.length === 0) return 0
    const { handler } = await queue.load()
    const event = { Records: Messages.map((message) => toRecord(message, queue.name)) }
    const result = await running.run({ kind: queue.kind, name: queue.name }, () =>
      handler(event, lambdaContext(queue.name, queue.timeoutMs)),
    )
    const failed = new Set(result.batchItemFailures.map((failure) => failure.itemIdentifier))
    const done = Messages.filter((message) => !failed.has(message.MessageId ?? ''))
    for (let at = 0; at < done.length; at += AT_ONCE) {
      const some = done.slice(at, at + AT_ONCE)
      await client.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queue.url,
          Entries: some.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle ?? '' })),
        }),
      )
    }
    return Messages.length
  }

  /** Puts one run of a schedule into its queue, as EventBridge would. */
  const trigger = (name: ScheduleName, at: number) =>
    client.send(
      new SendMessageCommand({
        QueueUrl: access.queueUrl(name),
        MessageBody: JSON.stringify({ schedule: name, at: new Date(at).toISOString() }),
      }),
    )

  return {
    trigger,
    /**
     * Works until every queue is empty for now, and says how many messages it took; those that failed wait for their visibility
     * as they would on AWS.
     */
    async drain(): Promise<number> {
      let all = 0
      for (let taken = 1; taken > 0; all += taken) {
        taken = 0
        for (const queue of queues.filter(isDue)) taken += await takeOnce(queue, 0)
      }
      return all
    },
    /** Polls all queues and keeps the timetable, by the clock that is given, until stopped. A poll is finished, never aborted: an aborted one would swallow a message. */
    start(now: () => number = Date.now) {
      let running = true
      let busy = 0
      let isHurried = false
      const loops = queues.flatMap((queue) =>
        Array.from({ length: queue.parallel }, async () => {
          while (running) {
            if (!isDue(queue)) {
              await sleep(LOOK_MS)
              continue
            }
            busy++
            await takeOnce(queue, 1, (waitedMs) => !running || isHurried || waitedMs >= queue.windowMs).catch(
              async (error: Error) => {
                if (!running) return
                console.error(`The queue ${queue.name} could not be worked on: ${error.message}`)
                await sleep(1000)
              },
            )
            busy--
          }
        }),
      )
      const put = (name: ScheduleName, at: number): void => {
        busy++
        trigger(name, at)
          .catch((error: Error) => console.error(`The timetable could not run ${name}: ${error.message}`))
          .finally(() => busy--)
      }
      const timetable = openTimetable(now, put)
      const timer = setInterval(timetable.tick, TICK_MS)
      // Nobody else works here, so what was in hand a moment ago is lost, too: the first run looks a quarter of an hour ahead.
      for (const name of scheduleNames) if (schedules[name].atStart) put(name, now() + 15 * 60_000)
      return {
        tick: timetable.tick,
        /** Until every queue is empty for now and nobody works. Meanwhile no message waits for others. */
        async idle() {
          isHurried = true
          while (running && (busy > 0 || queues.some(isDue))) await sleep(LOOK_MS)
          isHurried = false
        },
        async stop() {
          running = false
          clearInterval(timer)
          await Promise.all(loops)
          client.destroy()
        },
      }
    },
    close: () => client.destroy(),
  }
}
