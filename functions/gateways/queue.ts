import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { groupOf } from '#shared/job-groups.ts'
import type { JobName } from '#shared/job-names.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

/**
 * A message in plain ASCII, everything else escaped as JSON allows: a queue takes no half pairs and none of the signs that
 * XML forbids, and counts bytes.
 */
export const toQueueText = (message: unknown): string =>
  JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * `delaySeconds` (at most 900) keeps the message back; waiting so does not count as a failed delivery. Messages of one `group`,
 * such as an agency, wait for each other more than for those of other groups: one that sends many delays only itself. Without one the
 * company that a message names is its group; some jobs make it of their message, no matter what is said here (shared/job-groups.ts).
 */
export type SendOptions = {
  delaySeconds?: number
  group?: string
  /** Where it came from, for the lines of its worker; what is in hand unless it is said. */
  origin?: string
  /** Of a message that was put back: what its worker knows of it beside (functions/kit/consume.ts). */
  before?: string
}
export type Sending<Name extends JobName> = SendOptions & { message: JobMessage<Name> }

const toAttributes = (texts: Record<string, string | undefined>) =>
  Object.entries(texts).flatMap(([name, text]) => (text ? [[name, { DataType: 'String', StringValue: text }]] : []))

const toRequest = ({ message, delaySeconds, group, origin, before }: SendOptions & { message: unknown }) => {
  const attributes = toAttributes({ origin, before })
  return {
    MessageBody: toQueueText(message),
    DelaySeconds: delaySeconds,
    MessageGroupId: group,
    ...(attributes.length > 0 && { MessageAttributes: Object.fromEntries(attributes) }),
  }
}

/** A message with its group. */
function grouped<Name extends JobName>(job: Name, message: JobMessage<Name>, said?: string) {
  const group = groupOf(job, message, said)
  return { message, ...(group !== undefined && { group }) }
}

/** What one request may hold: so many messages, and so many bytes in all of them. */
const MOST_ENTRIES = 10
const MOST_BYTES = 200 * 1024

/** Requests of as many messages as fit, in their order. */
export function toBatches(messages: readonly (SendOptions & { message: unknown })[]): SendMessageBatchRequestEntry[][] {
  const batches: SendMessageBatchRequestEntry[][] = []
  let bytes = 0
  for (const [index, each] of messages.entries()) {
    const entry = { Id: String(index), ...toRequest(each) }
    const last = batches.at(-1)
    bytes += entry.MessageBody.length
    if (last && last.length < MOST_ENTRIES && bytes <= MOST_BYTES) last.push(entry)
    else {
      batches.push([entry])
      bytes = entry.MessageBody.length
    }
  }
  return batches
}

const MOST_TRIES = 4
const WAIT_MS = 50

/** Hands work to a job. What is accepted here is done at least once. `originNow` tells what the work in hand came from. */
export function openQueues(urls: Partial<Record<JobName, string>>, originNow: () => string = () => '') {
  const client = new SQSClient(sdkLimits(SERVICE_SECONDS))
  const urlOf = (job: JobName): string => {
    const url = urls[job]
    if (!url) throw new Error(`The queue of ${job} is not configured for this function.`)
    return url
  }

  /** A queue may take some of a batch: the others are sent again. */
  async function sendBatch(job: JobName, batch: SendMessageBatchRequestEntry[]): Promise<void> {
    let entries = batch
    for (let tries = 1; ; tries++) {
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(job), Entries: entries }))
      if (Failed.length === 0) return
      const failed = new Set(Failed.map(({ Id }) => Id))
      entries = entries.filter(({ Id }) => failed.has(Id))
      if (tries === MOST_TRIES || Failed.some(({ SenderFault }) => SenderFault))
        throw new Error(`The queue of ${job} did not take ${entries.length} messages: ${Failed[0]?.Code}.`)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT_MS * 2 ** tries))
    }
  }

  return {
    async send<Name extends JobName>(job: Name, message: JobMessage<Name>, options: SendOptions = {}): Promise<void> {
      await client.send(
        new SendMessageCommand({
          QueueUrl: urlOf(job),
          ...toRequest({ origin: originNow(), ...options, ...grouped(job, message, options.group) }),
        }),
      )
    },
    /** The same for many, ten in a request. Where it throws, some may have been taken: who sends all of them again does some twice. */
    async sendMany<Name extends JobName>(job: Name, messages: readonly Sending<Name>[]): Promise<void> {
      const origin = originNow()
      for (const batch of toBatches(
        messages.map((each) => ({ origin, ...each, ...grouped(job, each.message, each.group) })),
      ))
        await sendBatch(job, batch)
    },
  }
}
export type AllQueues = ReturnType<typeof openQueues>
/** What it takes to send one message after another. */
export type Queues = Pick<AllQueues, 'send'>
