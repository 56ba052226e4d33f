// The quick way to the table answers as the SDK does: the same requests both ways, to one engine.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, it } from 'vitest'
import { ensureTable, startDynamo } from '#infra/local/dynamo.ts'
import { quickenClient } from './quick-line.ts'

const dynamo = await startDynamo({ dataDir: null })
const plain = () =>
  new DynamoDBClient({
    endpoint: dynamo.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
const document = () => DynamoDBDocumentClient.from(plain(), { marshallOptions: { removeUndefinedValues: true } })
const admin = plain()
const slow = { name: 'slow', client: document() }
const quick = { name: 'quick', client: document() }
for (const { name } of [slow, quick]) await ensureTable(admin, name)
const hangUp = quickenClient(quick, dynamo.endpoint)
afterAll(async () => {
  hangUp()
  for (const client of [admin, slow.client, quick.client]) client.destroy()
  await dynamo.stop()
})

type Send = (client: DynamoDBDocumentClient, TableName: string) => Promise<object>
const isFault = (error: unknown): error is Error => error instanceof Error

/** What comes back, without what tells of the way. */
async function askBoth(send: Send) {
  const told = await Promise.all(
    [slow, quick].map(async ({ client, name }) => {
      try {
        const { $metadata: _, ...answer } = { $metadata: undefined, ...(await send(client, name)) }
        return JSON.parse(
          JSON.stringify(answer, (_, value) => {
            if (value instanceof Set) return { set: [...value].sort() }
            return value instanceof Uint8Array ? { bytes: [...value] } : value
          }).replaceAll(`"${name}"`, '"table"'),
        )
      } catch (error) {
        if (!isFault(error)) throw error
        const { CancellationReasons } = Object(error)
        const codes = CancellationReasons?.map(({ Code }: { Code?: string }) => Code)
        return { name: error.name, message: error.message, ...(codes && { codes }) }
      }
    }),
  )
  return { slow: told[0], quick: told[1] }
}
async function expectAlike(send: Send): Promise<unknown> {
  const both = await askBoth(send)
  expect(both.quick).toEqual(both.slow)
  return both.slow
}

const row = (sk: string, more: object = {}) => ({ pk: 'ROW', sk, ...more })
const everything = row('all', {
  text: 'Grüße "quoted" \u2028 😀',
  none: '',
  whole: 9_007_199_254_740_991,
  part: -0.125,
  yes: true,
  no: false,
  nothing: null,
  list: [1, 'two', { three: [3] }, []],
  map: { deep: { deeper: 'x' }, absent: undefined },
  words: new Set(['a', 'b']),
  numbers: new Set([1, 2.5]),
  bytes: new Uint8Array([0, 255, 7]),
  manyBytes: new Set([new Uint8Array([1]), new Uint8Array([2])]),
})
const condition = { ConditionExpression: 'attribute_not_exists(pk)' }

it.each<[string, Send]>([
  ['puts every kind of value', (c, TableName) => c.send(new PutCommand({ TableName, Item: everything }))],
  ['gets them', (c, TableName) => c.send(new GetCommand({ TableName, Key: row('all'), ConsistentRead: true }))],
  ['gets nothing', (c, TableName) => c.send(new GetCommand({ TableName, Key: row('none') }))],
  [
    'answers an old row',
    (c, TableName) => c.send(new PutCommand({ TableName, Item: everything, ReturnValues: 'ALL_OLD' })),
  ],
  ['refuses by a condition', (c, TableName) => c.send(new PutCommand({ TableName, Item: everything, ...condition }))],
  [
    'updates, and answers what is new',
    (c, TableName) =>
      c.send(
        new UpdateCommand({
          TableName,
          Key: row('all'),
          UpdateExpression: 'SET #t = :t, #l = list_append(#l, :more) ADD #n :one DELETE words :a',
          ExpressionAttributeNames: { '#t': 'text', '#l': 'list', '#n': 'whole' },
          ExpressionAttributeValues: { ':t': { now: [1] }, ':more': ['end'], ':one': -1, ':a': new Set(['a']) },
          ReturnValues: 'ALL_NEW',
        }),
      ),
  ],
  [
    'writes a batch',
    (c, name) =>
      c.send(
        new BatchWriteCommand({
          RequestItems: {
            [name]: [
              { PutRequest: { Item: row('b1', { at: 1 }) } },
              { PutRequest: { Item: row('b2', { at: 2 }) } },
              { DeleteRequest: { Key: row('none') } },
            ],
          },
        }),
      ),
  ],
  [
    'reads a batch',
    (c, name) => c.send(new BatchGetCommand({ RequestItems: { [name]: { Keys: [row('b1'), row('none')] } } })),
  ],
  [
    'reads a page, and says where the next one begins',
    (c, TableName) =>
      c.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :b)',
          ExpressionAttributeValues: { ':pk': 'ROW', ':b': 'b' },
          Limit: 1,
          ReturnConsumedCapacity: 'TOTAL',
        }),
      ),
  ],
  [
    'goes on from there',
    (c, TableName) =>
      c.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'ROW' },
          ExclusiveStartKey: row('b1'),
        }),
      ),
  ],
  [
    'looks through the table',
    (c, TableName) =>
      c.send(
        new ScanCommand({
          TableName,
          FilterExpression: 'begins_with(sk, :b)',
          ExpressionAttributeValues: { ':b': 'b' },
        }),
      ),
  ],
  [
    'writes all or nothing',
    (c, TableName) =>
      c.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: row('t1', { set: new Set(['x']) }) } },
            { ConditionCheck: { TableName, Key: row('b1'), ConditionExpression: 'attribute_exists(pk)' } },
            { Delete: { TableName, Key: row('b2') } },
          ],
        }),
      ),
  ],
  [
    'refuses all for one',
    (c, TableName) =>
      c.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: row('t2') } },
            { Put: { TableName, Item: row('t1'), ...condition } },
          ],
        }),
      ),
  ],
  [
    'reads all at one moment',
    (c, TableName) =>
      c.send(
        new TransactGetCommand({
          TransactItems: [{ Get: { TableName, Key: row('t1') } }, { Get: { TableName, Key: row('t2') } }],
        }),
      ),
  ],
  [
    'deletes, and answers what was there',
    (c, TableName) => c.send(new DeleteCommand({ TableName, Key: row('t1'), ReturnValues: 'ALL_OLD' })),
  ],
  [
    'tells of a request that is no good',
    (c, TableName) =>
      c.send(new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: {} })),
  ],
  ['tells of a table that is not there', (c) => c.send(new GetCommand({ TableName: 'nowhere', Key: row('all') }))],
])('%s alike', async (_name, send) => {
  expect(await expectAlike(send)).toBeDefined()
})
