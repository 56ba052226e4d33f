// Rows that were carried here are written where nothing stands yet, and nowhere else: doing it again changes nothing.
import {
  GetItemCommand,
  type GetItemCommandOutput,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { Entity } from 'electrodb'
import { isConditionFailure, unlessRefused } from '../../lib/errors.ts'
import { electro, key, model, type Table } from '../../lib/table.ts'
import { type Raw, textOf, toLine } from './raw.ts'
import { sendPlain } from './reader.ts'

const text = { type: 'string', required: true } as const
const markSchema = {
  model: model('carryMark'),
  attributes: {
    companyId: text,
    /** What was brought, as a hash of its manifest. */
    manifest: text,
    beganAt: { type: 'number', required: true },
    endedAt: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', [], 'CARRIED') } },
} as const

export type CarryMark = { companyId: string; manifest: string; beganAt: number; endedAt?: number | undefined }
/** What stood there: nothing, so it was written; the very same; or something else, which stays. */
export type Put = 'written' | 'same' | 'other'

const isAbsent = 'attribute_not_exists(pk)'

export function carryWriter(table: Table) {
  const marks = new Entity(markSchema, electro(table))
  const TableName = table.name

  async function find(item: Raw): Promise<Raw | undefined> {
    const Key = { pk: item.pk ?? { S: '' }, sk: item.sk ?? { S: '' } }
    const { Item } = await sendPlain<GetItemCommandOutput>(
      table,
      new GetItemCommand({ TableName, Key, ConsistentRead: true }),
    )
    return Item
  }
  /** What stands where a row is to be. */
  async function look(item: Raw): Promise<'nothing' | 'same' | 'other'> {
    const there = await find(item)
    if (!there) return 'nothing'
    return toLine(there) === toLine(item) ? 'same' : 'other'
  }
  async function orLook(item: Raw, send: () => Promise<unknown>): Promise<Put> {
    try {
      await send()
      return 'written'
    } catch (error) {
      if (!isConditionFailure(error) && !(error instanceof TransactionCanceledException)) throw error
      const there = await look(item)
      if (there === 'nothing') throw error
      return there
    }
  }

  /** Writes over a row that still is what was seen; false where somebody changed it meanwhile. */
  async function replace(Item: Raw, seen: Raw): Promise<boolean> {
    const names = Object.keys(seen).filter((name) => name !== 'pk' && name !== 'sk')
    const command = new PutItemCommand({
      TableName,
      Item,
      ConditionExpression: ['attribute_exists(pk)', ...names.map((_, at) => `#n${at} = :v${at}`)].join(' AND '),
      ...(names.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          names.map((name, at) => [`:v${at}`, seen[name] ?? { NULL: true }]),
        ),
      }),
    })
    return sendPlain(table, command).then(() => true, unlessRefused)
  }

  return {
    find,
    look,
    replace,
    put: (Item: Raw): Promise<Put> =>
      orLook(Item, () => sendPlain(table, new PutItemCommand({ TableName, Item, ConditionExpression: isAbsent }))),
    /**
     * What lets somebody in at an agency's site. Nobody else there may have the name by now: its people are known by the root and its
     * clients by the agency itself.
     */
    async putLogin(Item: Raw, { agencyId, rootId }: { agencyId: string; rootId: string }): Promise<Put> {
      const isClient = textOf(Item, 'scopeId') === agencyId
      const pk = `E#${isClient ? rootId : agencyId}#${textOf(Item, 'emailHash')}`
      const Key = { pk: { S: pk }, sk: Item.sk ?? { S: '' } }
      const there = await find(Key)
      const holder =
        there && isClient ? await find({ pk: { S: `U#${textOf(there, 'userId')}` }, sk: { S: 'USER' } }) : {}
      if (there && (!isClient || textOf(holder ?? {}, 'companyId') === agencyId)) return 'other'
      const check = there
        ? {
            ConditionExpression: 'userId = :holder',
            ExpressionAttributeValues: { ':holder': there.userId ?? { S: '' } },
          }
        : { ConditionExpression: isAbsent }
      return orLook(Item, () =>
        sendPlain(
          table,
          new TransactWriteItemsCommand({
            TransactItems: [
              { Put: { TableName, Item, ConditionExpression: isAbsent } },
              { ConditionCheck: { TableName, Key, ...check } },
            ],
          }),
        ),
      )
    },
    /** The line of an agency in the list of its platform, counted with it. */
    putEntry: (Item: Raw): Promise<Put> =>
      orLook(Item, () =>
        sendPlain(
          table,
          new TransactWriteItemsCommand({
            TransactItems: [
              { Put: { TableName, Item, ConditionExpression: isAbsent } },
              {
                Update: {
                  TableName,
                  Key: { pk: { S: `C#${textOf(Item, 'parentId')}` }, sk: { S: `COUNT#${textOf(Item, 'kind')}` } },
                  UpdateExpression:
                    'ADD #total :one SET #p = if_not_exists(#p, :p), #of = if_not_exists(#of, :of), #e = if_not_exists(#e, :e), #v = if_not_exists(#v, :v)',
                  ExpressionAttributeNames: {
                    '#total': 'total',
                    '#p': 'parentId',
                    '#of': 'of',
                    '#e': '__edb_e__',
                    '#v': '__edb_v__',
                  },
                  ExpressionAttributeValues: {
                    ':one': { N: '1' },
                    ':p': { S: textOf(Item, 'parentId') },
                    ':of': { S: textOf(Item, 'kind') },
                    ':e': { S: 'nodeCount' },
                    ':v': { S: '1' },
                  },
                },
              },
            ],
          }),
        ),
      ),
    async findMark(companyId: string): Promise<CarryMark | undefined> {
      const { data } = await marks.get({ companyId }).go({ consistent: true })
      return data ?? undefined
    },
    begin: (mark: Omit<CarryMark, 'endedAt'>) => marks.create(mark).go(),
    end: (companyId: string, endedAt: number) => marks.patch({ companyId }).set({ endedAt }).go(),
  }
}
