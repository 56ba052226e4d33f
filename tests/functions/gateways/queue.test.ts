// Messages sent many at a time, to a queue that takes some of them, all of them at last, or none.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { openQueues, toBatches } from '#functions/gateways/queue.ts'
import { endWithFile } from '../../support/file-end.ts'

type Entry = { Id: string; MessageBody: string; MessageGroupId?: string; DelaySeconds?: number }
let asked: Entry[][] = []
/** Which entries a request is refused, and whose fault that is. */
let refuse: (entry: Entry, request: number) => 'ours' | 'theirs' | undefined = () => undefined
const server = createServer(async (request, response) => {
  const { Entries } = JSON.parse(await text(request)) as { Entries: Entry[] }
  asked.push(Entries)
  const said = Entries.map((entry) => ({ entry, fault: refuse(entry, asked.length) }))
  const taken = said.filter(({ fault }) => !fault)
  const failed = said.filter(({ fault }) => fault)
  response.setHeader('content-type', 'application/x-amz-json-1.0')
  response.end(
    JSON.stringify({
      Successful: taken.map(({ entry: { Id, MessageBody } }) => ({
        Id,
        MessageId: Id,
        MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
      })),
      Failed: failed.map(({ entry: { Id }, fault }) => ({ Id, SenderFault: fault === 'theirs', Code: 'Broken' })),
    }),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/000000000000/payCommissions`
const before = { ...process.env }
const own = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_SQS: url,
}
Object.assign(process.env, own)
endWithFile(async () => {
  for (const name of Object.keys(own)) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await new Promise((resolve) => server.close(resolve))
})
const queues = openQueues({ payCommissions: url })
const messages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ message: { companyId: 'com_1', key: `k${n}` } }))
const keys = (entries: Entry[]) => entries.map(({ MessageBody }) => (JSON.parse(MessageBody) as { key: string }).key)
beforeEach(() => {
  asked = []
  refuse = () => undefined
})

describe('sendMany', () => {
  it('sends ten in a request, each with its group and its delay', async () => {
    await queues.sendMany('payCommissions', [
      { message: { companyId: 'com_1', key: 'first' }, group: 'com_agency', delaySeconds: 5 },
      ...messages(24),
    ])
    expect(asked.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(asked[0]?.[0]).toMatchObject({ MessageGroupId: 'com_agency', DelaySeconds: 5 })
    // Without one that is said, the company of the message.
    expect(asked[0]?.[1]).toMatchObject({ MessageGroupId: 'com_1' })
    expect(asked.flatMap(keys)).toEqual(['first', ...Array.from({ length: 24 }, (_, n) => `k${n}`)])
    await queues.sendMany('payCommissions', [])
    expect(asked).toHaveLength(3)
  })

  it('sends again what was not taken, and only that', async () => {
    refuse = ({ Id }, request) => (request === 1 && ['2', '7'].includes(Id) ? 'ours' : undefined)
    await queues.sendMany('payCommissions', messages(10))
    expect(asked.slice(1).map(keys)).toEqual([['k2', 'k7']])
  })

  it('fails where some are never taken, and at once where they cannot be', async () => {
    refuse = ({ Id }) => (Id === '3' ? 'ours' : undefined)
    await expect(queues.sendMany('payCommissions', messages(10))).rejects.toThrow('did not take 1 messages: Broken')
    expect(asked).toHaveLength(4)
    asked = []
    refuse = ({ Id }) => (Id === '3' ? 'theirs' : undefined)
    await expect(queues.sendMany('payCommissions', messages(20))).rejects.toThrow('did not take 1 messages')
    expect(asked).toHaveLength(1)
  })

  it('keeps a request within what a queue takes', () => {
    const long = (length: number) => ({ message: { text: 'x'.repeat(length * 1024) } })
    expect(toBatches([90, 90, 90, 10, 10, 250, 1].map(long)).map(({ length }) => length)).toEqual([2, 3, 1, 1])
  })
})
