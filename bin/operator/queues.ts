import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from '@aws-sdk/client-sqs'
import { deadVariable, jobNames, queueVariable } from '#shared/job-names.ts'
import { type ScheduleName, scheduleNames } from '#shared/schedules.ts'
import type { Command } from './command.ts'

const names: readonly string[] = [...jobNames, ...scheduleNames]

/** On one machine the environment names the queues of jobs; the others lie beside them. */
function queueUrl(name: string): string {
  const known = process.env[queueVariable(name)]
  if (known) return known
  const [neighbour] = jobNames.flatMap((job) => process.env[queueVariable(job)] ?? [])
  if (!neighbour) throw new Error('No queue is known: set OUTPUTS, or start the platform on this machine.')
  return neighbour.replace(/[^/]+$/, name)
}

function known(name: string | undefined, usage: string): string {
  if (name && names.includes(name)) return name
  throw new Error(`Usage: npm run operator -- ${usage}\nNames: ${names.join(', ')}`)
}

const redriveUsage = 'redrive <job or schedule> [--apply]'
const redriveAbout = `Sends messages of a job or schedule that gave up back to its queue. Without --apply it says how many they are, and changes
nothing; --apply sends them by the queue service's own task, which goes on if this command is stopped. Every job can be done
twice, so too much does no harm.
Mend the cause first: docs/runbooks/dead-letters.md.`
/** Between two looks at a task that runs. */
const LOOK_MS = 500

const arnOf = async (client: SQSClient, QueueUrl: string) => {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'] }),
  )
  return { arn: Attributes?.QueueArn ?? '', count: Number(Attributes?.ApproximateNumberOfMessages ?? 0) }
}

/** Begins the service's own task, which goes on by itself if this command is stopped, and waits until it is through. */
async function moveBack(client: SQSClient, SourceArn: string, DestinationArn: string): Promise<number> {
  await client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn })).catch((error: unknown) => {
    // One that somebody began a moment ago is as good.
    if (!(error instanceof UnsupportedOperation && error.message.includes('already a task'))) throw error
  })
  for (;;) {
    const { Results: [task] = [] } = await client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }))
    if (task?.Status === 'FAILED')
      throw new Error(
        `The task stopped: ${task.FailureReason ?? 'the service does not say why'}. Nothing is lost: run it again.`,
      )
    if (task && task.Status !== 'RUNNING') return task.ApproximateNumberOfMessagesMoved ?? 0
    await setTimeout(LOOK_MS)
  }
}

/** Says how much gave up, and sends it back to its queue. */
async function redriveQueue(_: unknown, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    options: { apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const name = known(positionals[0], redriveUsage)
  const client = new SQSClient({})
  const to = queueUrl(name)
  try {
    const dead = await arnOf(client, process.env[deadVariable(name)] ?? `${to}-dlq`)
    const many = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`
    if (!values.apply)
      return `${many(dead.count)} of ${name} gave up. Nothing was changed; --apply sends back what waits there.`
    const { arn } = await arnOf(client, to)
    const moved = await moveBack(client, dead.arn, arn)
    return `${many(moved)} went back to the queue of ${name}.`
  } finally {
    client.destroy()
  }
}

const replayUsage = 'replay <schedule> <day or time, such as 2026-11-20 or 2026-11-20T03:00Z> [--apply]'

const replayAbout = `Runs a schedule once more, as at that time. Without --apply it only says so, and changes nothing. Every run can be repeated and
can be late: what was done already is left alone. For a run that was missed: docs/runbooks/schedule-is-silent.md.`

/** A day, or a day and a time with its zone. No day that the calendar lacks: `Date` would take the next one there is. */
function readTime(text: string): number | undefined {
  const [, day = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const at = Date.parse(text)
  if (day === '' || Number.isNaN(at)) return undefined
  const start = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day) ? at : undefined
}

/** Runs a schedule once more for a past time. */
async function replaySchedule({ now }: { now: () => number }, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    options: { apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [asked, when = ''] = positionals
  const name = scheduleNames.find((schedule: ScheduleName) => schedule === asked)
  const at = readTime(when)
  if (!name || at === undefined)
    throw new Error(`Usage: npm run operator -- ${replayUsage}\nNames: ${scheduleNames.join(', ')}`)
  if (at > now()) throw new Error('That time has not come yet.')
  const time = new Date(at).toISOString()
  if (!values.apply) return `${name} would run for ${time}. Nothing was changed; --apply runs it.`
  const client = new SQSClient({})
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(name),
      MessageBody: JSON.stringify({ schedule: name, at: time }),
    }),
  )
  client.destroy()
  return `${name} runs for ${time}.`
}

export const redrive: Command = { usage: redriveUsage, about: redriveAbout, run: redriveQueue }
export const replay: Command = { usage: replayUsage, about: replayAbout, run: replaySchedule }
