// What a job's queue gave up: taken for a while, and removed once somebody has seen to it.
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

export type DeadLetter = { body: string; receipt: string }

/** As many as one request holds. */
const AT_ONCE = 10

/** Of some queues. `hiddenSeconds`: so long nobody else gets what was taken and not removed. */
export function openDeadLetters(hiddenSeconds: number) {
  const client = new SQSClient(sdkLimits(SERVICE_SECONDS))
  const of = (QueueUrl: string) => ({
    async take(): Promise<DeadLetter[]> {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: AT_ONCE, VisibilityTimeout: hiddenSeconds }),
      )
      return Messages.map(({ Body: body = '', ReceiptHandle: receipt = '' }) => ({ body, receipt }))
    },
    /** At most as many as were taken at once. One that the queue does not remove comes again. */
    async remove(letters: readonly DeadLetter[]): Promise<void> {
      if (letters.length === 0) return
      const Entries = letters.map(({ receipt: ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
      await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    },
  })
  return { of, close: () => client.destroy() }
}
export type DeadLetters = ReturnType<ReturnType<typeof openDeadLetters>['of']>
