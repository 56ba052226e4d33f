// The quick way to the queues answers as the SDK does: the same requests both ways, to one engine.
import {
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, expect, it } from 'vitest'
import { startQueues } from '#infra/local/queues.ts'
import { quickenQueues } from './quick-line.ts'

const queues = await startQueues({ dataDir: null })
const client = new SQSClient({
  endpoint: queues.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
afterAll(async () => {
  client.destroy()
  await queues.stop()
})

/** Ids and times differ from one message to the next, and `$metadata` tells of the way. */
const own = new Set(['MessageId', 'ReceiptHandle', 'SentTimestamp', 'ApproximateFirstReceiveTimestamp'])
const plain = (answer: object): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) => (name === '$metadata' ? undefined : own.has(name) ? typeof value : value)),
  )

async function story(): Promise<unknown[]> {
  const QueueUrl = queues.queueUrl('sendMail')
  const origin = { origin: { DataType: 'String', StringValue: 'a test' } }
  const take = () =>
    client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    )
  const Entries = ['b', 'c'].map((Id) => ({ Id, MessageBody: `{"name":"\\u00e9 ${Id}"}`, MessageGroupId: Id }))
  const sent = [
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"name":"a"}', MessageAttributes: origin })),
    await client.send(new SendMessageBatchCommand({ QueueUrl, Entries })),
  ]
  const taken = await take()
  const [one, ...others] = (taken.Messages ?? []).map(({ ReceiptHandle }) => ReceiptHandle ?? '')
  const gone = [
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: one })),
    await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: others.map((ReceiptHandle, at) => ({ Id: String(at), ReceiptHandle })),
      }),
    ),
  ]
  const unknown = { QueueUrl: `${queues.endpoint}/000000000000/nowhere`, MessageBody: 'x' }
  const refused = await client
    .send(new SendMessageCommand(unknown))
    .catch(({ name, message }: Error) => ({ name, message }))
  return [...sent, taken, ...gone, await take(), refused].map(plain)
}

it('sends, takes and deletes alike, and tells alike of a queue that is not there', async () => {
  const slow = await story()
  const hangUp = quickenQueues(queues.endpoint)
  const quick = await story()
  hangUp()
  expect(quick).toEqual(slow)
  expect(JSON.stringify(quick)).toContain('a test')
  expect(JSON.stringify(quick)).toMatch(/QueueDoesNotExist|NonExistentQueue/)
  expect(await story()).toEqual(slow)
})
