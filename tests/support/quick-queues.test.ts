// The quick way to the queues answers as the SDK does: the same requests both ways, to one engine.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
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

/** The engine behind connections that can be ended: all that are open, or the next one that is asked on, unanswered. */
async function openGate() {
  const [open, { hostname, port }] = [new Set<Socket>(), new URL(queues.endpoint)]
  let unanswered = 0
  const server = createServer((near) => {
    open.add(near)
    const far = connect(Number(port), hostname)
    near.on('data', (bytes) => {
      if (unanswered > 0) {
        unanswered--
        near.destroy()
      } else far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    for (const socket of [near, far]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(near)
        near.destroy()
        far.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    count: () => open.size,
    endIdle: () => {
      for (const socket of open) socket.end()
    },
    leaveUnanswered: (times: number) => {
      unanswered = times
    },
    close: () => server.close(),
  }
}

it('goes on where the engine ended a connection that nobody used, before it is asked again or while it is', async () => {
  const gate = await openGate()
  const hangUp = quickenQueues(gate.endpoint)
  const QueueUrl = `${gate.endpoint}/000000000000/${new URL(queues.queueUrl('sendMail')).pathname.split('/').at(-1)}`
  const send = () => client.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"name":"d"}' }))
  await send()
  expect(gate.count()).toBe(1)
  gate.endIdle()
  await Promise.all([send(), send(), send()])
  gate.endIdle()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(gate.count()).toBe(0)
  await send()
  gate.leaveUnanswered(4)
  await send()
  gate.leaveUnanswered(5)
  await expect(send()).rejects.toThrow('gone')
  await send()
  hangUp()
  gate.close()
})
