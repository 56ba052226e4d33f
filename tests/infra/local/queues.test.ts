import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureQueues, type Queues, startQueues } from '#infra/local/queues.ts'
import { jobs } from '#shared/jobs.ts'

const ends: (() => unknown)[] = []
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'queues-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(dir, { recursive: true, force: true })
})

async function start(dataDir: string | null) {
  const queues = await startQueues({ dataDir })
  const client = new SQSClient({
    endpoint: queues.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  ends.push(queues.stop, () => client.destroy())
  return { queues, client }
}
type Started = { queues: Queues; client: SQSClient }
const send = ({ queues, client }: Started, name: string, MessageBody: string) =>
  client.send(new SendMessageCommand({ QueueUrl: queues.queueUrl(name), MessageBody }))
async function receive({ queues, client }: Started, name: string, options: { wait?: number; hide?: number } = {}) {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queues.queueUrl(name),
      WaitTimeSeconds: options.wait ?? 0,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      ...(options.hide && { VisibilityTimeout: options.hide }),
    }),
  )
  return Messages
}
async function settings({ queues, client }: Started, name: string) {
  const QueueUrl = queues.queueUrl(name)
  const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return Attributes
}

describe('startQueues', () => {
  it('gives each job and schedule a queue, with limits from its definition', async () => {
    const started = await start(null)
    const job = await settings(started, 'importExclusions')
    expect(job.VisibilityTimeout).toBe(String(2 * jobs.importExclusions.timeoutSeconds))
    expect(JSON.parse(job.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:importExclusions-dlq',
      maxReceiveCount: jobs.importExclusions.tries,
    })
    const schedule = await settings(started, 'expireStaleUploads')
    expect(JSON.parse(schedule.RedrivePolicy ?? '')).toMatchObject({ maxReceiveCount: 3 })
    expect(() => started.queues.queueUrl('nobody')).toThrow('There is no queue nobody.')
  })

  it('listens on the loopback address with addresses that Node can resolve', async () => {
    const { queues } = await start(null)
    expect(queues.queueUrl('resolveVisits')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/resolveVisits$/)
  })

  it('delivers again after the visibility timeout, and to the dead-letter queue after the last try', async () => {
    const started = await start(null)
    const tries = jobs.resolveVisits.tries
    await send(started, 'resolveVisits', 'poison')
    for (let count = 1; count <= tries; count++) {
      const [message] = await receive(started, 'resolveVisits', { wait: 3, hide: 1 })
      expect(message?.Attributes?.ApproximateReceiveCount).toBe(String(count))
      if (count === 1) expect(await receive(started, 'resolveVisits')).toEqual([])
    }
    expect(await receive(started, 'resolveVisits', { wait: 2 })).toEqual([])
    const [dead] = await receive(started, 'resolveVisits-dlq')
    expect(dead?.Body).toBe('poison')
  })

  it('gives back at once what a worker had in hand when the platform ended', async () => {
    const first = await start(dir)
    await send(first, 'importClients', 'in hand')
    expect(await receive(first, 'importClients', { hide: 600 })).toHaveLength(1)
    expect(await receive(first, 'importClients')).toEqual([])
    await first.queues.stop()

    const second = await start(dir)
    const [message] = await receive(second, 'importClients')
    expect([message?.Body, message?.Attributes?.ApproximateReceiveCount]).toEqual(['in hand', '2'])
    const QueueUrl = second.queues.queueUrl('importClients')
    await second.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }))
    await second.queues.stop()
  })

  it('keeps waiting messages, and not the deleted ones, over a restart', async () => {
    const first = await start(dir)
    await send(first, 'resolveVisits', 'done')
    const [done] = await receive(first, 'resolveVisits')
    const QueueUrl = first.queues.queueUrl('resolveVisits')
    await first.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: done?.ReceiptHandle }))
    await send(first, 'resolveVisits', 'waiting')
    await first.queues.stop()

    const second = await start(dir)
    const messages = await receive(second, 'resolveVisits')
    expect(messages.map(({ Body }) => Body)).toEqual(['waiting'])
    expect(await receive(second, 'resolveVisits')).toEqual([])
  })

  it('CMP-47 serves groups in turn, so that a crowd delays only itself, also after a restart', async () => {
    const first = await start(dir)
    const QueueUrl = first.queues.queueUrl('resolveVisits')
    const sendGroup = (MessageGroupId: string, MessageBody: string) =>
      first.client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }))
    for (let n = 0; n < 30; n += 10) {
      const Entries = Array.from({ length: 10 }, (_, m) => ({
        Id: String(m),
        MessageBody: `crowd ${n + m}`,
        MessageGroupId: 'crowd',
      }))
      await first.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
    }
    await send(first, 'resolveVisits', 'alone')
    for (let n = 0; n < 3; n++) await sendGroup('quiet', `quiet ${n}`)
    const take = async ({ queues, client }: Started, count: number) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queues.queueUrl('resolveVisits'),
          MaxNumberOfMessages: count,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      )
      return Messages
    }
    const taken = await take(first, 4)
    expect(taken.map(({ Body }) => Body)).toEqual(['crowd 0', 'alone', 'quiet 0', 'crowd 1'])
    expect(taken.map(({ Attributes }) => Attributes?.MessageGroupId)).toEqual(['crowd', undefined, 'quiet', 'crowd'])
    // What it travels by inside is nobody's business.
    expect(taken.map(({ MessageAttributes }) => MessageAttributes)).toEqual(taken.map(() => undefined))
    expect(first.queues.hasDue('resolveVisits')).toBe(true)
    await first.queues.stop()

    const second = await start(dir)
    const bodies = (await take(second, 8)).map(({ Body }) => Body)
    expect(bodies.filter((body) => body?.startsWith('quiet'))).toHaveLength(3)
    let rest = bodies.length
    for (let more = await take(second, 10); more.length > 0; more = await take(second, 10)) rest += more.length
    expect(rest).toBe(34)
    await second.queues.stop()
  })

  it('brings the settings of an older folder up to date', async () => {
    const started = await start(dir)
    const QueueUrl = started.queues.queueUrl('resolveVisits')
    await started.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: '7' } }))
    await ensureQueues(started.client)
    expect((await settings(started, 'resolveVisits')).VisibilityTimeout).toBe(
      String(2 * jobs.resolveVisits.timeoutSeconds),
    )
  })

  it('does not lose a message that is made visible at once', async () => {
    const started = await start(dir)
    const QueueUrl = started.queues.queueUrl('resolveVisits')
    await send(started, 'resolveVisits', 'again')
    const [first] = await receive(started, 'resolveVisits')
    await started.client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle, VisibilityTimeout: 0 }),
    )
    const [second] = await receive(started, 'resolveVisits', { wait: 3 })
    expect(second?.Body).toBe('again')
    const entry = { Id: '1', ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 }
    await started.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: [entry] }))
    const [third] = await receive(started, 'resolveVisits', { wait: 3 })
    expect(third?.Body).toBe('again')
  })

  it('says in one sentence that its folder is broken', async () => {
    mkdirSync(join(dir, 'broken'))
    writeFileSync(join(dir, 'broken', 'fauxqs.db'), 'this is no database, '.repeat(500))
    await expect(startQueues({ dataDir: join(dir, 'broken') })).rejects.toThrow(
      /^The local queues cannot be opened \(.*broken: file is not a database\)\. Move that folder away/,
    )
    writeFileSync(join(dir, 'file'), '')
    await expect(startQueues({ dataDir: join(dir, 'file') })).rejects.toThrow(/there is a file of that name/)
  })

  it('says that a given port is taken', async () => {
    const { queues } = await start(null)
    const port = Number(new URL(queues.endpoint).port)
    await expect(startQueues({ dataDir: null, port })).rejects.toThrow(/the port is taken/)
  })
})
