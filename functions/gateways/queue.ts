import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { JobMessage, JobName } from '#shared/jobs.ts'

/**
 * A message in plain ASCII, everything else escaped as JSON allows: a queue takes no half pairs and none of the signs that
 * XML forbids, and counts bytes.
 */
export const toQueueText = (message: unknown): string =>
  JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Hands work to a job. What is accepted here is done at least once. */
export function openQueues(urls: Partial<Record<JobName, string>>) {
  const client = new SQSClient({})
  return {
    /** `delaySeconds` (at most 900) keeps the message back; waiting so does not count as a failed delivery. */
    async send<Name extends JobName>(
      job: Name,
      message: JobMessage<Name>,
      options: { delaySeconds?: number } = {},
    ): Promise<void> {
      const url = urls[job]
      if (!url) throw new Error(`The queue of ${job} is not configured for this function.`)
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: toQueueText(message),
          DelaySeconds: options.delaySeconds,
        }),
      )
    },
  }
}
export type Queues = ReturnType<typeof openQueues>
