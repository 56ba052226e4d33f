import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { jobNames, queueVariable } from '#shared/job-names.ts'
import { type ScheduleName, scheduleNames } from '#shared/schedules.ts'
import type { Command } from './command.ts'
import { deadVariable } from './outputs.ts'

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

const redriveUsage = 'redrive <job or schedule>'

/** Sends what gave up back to its queue. Each message is sent before it is deleted: a stop in between repeats one, and loses none. */
async function redriveQueue(_: unknown, [asked]: string[]): Promise<string> {
  const name = known(asked, redriveUsage)
  const client = new SQSClient({})
  const to = queueUrl(name)
  const from = process.env[deadVariable(name)] ?? `${to}-dlq`
  let count = 0
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    )
    if (Messages.length === 0) break
    for (const { Body, ReceiptHandle, MessageAttributes } of Messages) {
      await client.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body, MessageAttributes }))
      await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }))
      count += 1
    }
  }
  client.destroy()
  return `${count} ${count === 1 ? 'message is' : 'messages are'} back in the queue of ${name}.`
}

const replayUsage = 'replay <schedule> <day or time, such as 2026-11-20 or 2026-11-20T03:00Z>'

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
async function replaySchedule({ now }: { now: () => number }, [asked, when = '']: string[]): Promise<string> {
  const name = scheduleNames.find((schedule: ScheduleName) => schedule === asked)
  const at = readTime(when)
  if (!name || at === undefined)
    throw new Error(`Usage: npm run operator -- ${replayUsage}\nNames: ${scheduleNames.join(', ')}`)
  if (at > now()) throw new Error('That time has not come yet.')
  const client = new SQSClient({})
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(name),
      MessageBody: JSON.stringify({ schedule: name, at: new Date(at).toISOString() }),
    }),
  )
  client.destroy()
  return `${name} runs for ${new Date(at).toISOString()}.`
}

export const redrive: Command = { usage: redriveUsage, run: redriveQueue }
export const replay: Command = { usage: replayUsage, run: replaySchedule }
