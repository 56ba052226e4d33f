// Reads whole partitions as they lie in the table, page by page, so that an agency of any size takes little memory.
import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb'
import type { Table, TableKey } from '../../lib/table.ts'
import { type Raw, textOf } from './raw.ts'

const KEYS_AT_ONCE = 100
const MOST_ROUNDS = 8

/** Sends a plain command: the table's own client would turn numbers and sets into those of the language. */
export const sendPlain = <Output>({ client }: Table, command: object): Promise<Output> =>
  // @NOTE the client is the plain one with another way to write commands; it sends plain ones as well, which its type leaves out.
  client.send(command as Parameters<typeof client.send>[0]) as unknown as Promise<Output>

export function rowReader(table: Table) {
  const TableName = table.name

  async function* query(
    names: { index?: string; pk: string; sk?: string },
    pk: string,
    projection?: string,
  ): AsyncGenerator<Raw> {
    let ExclusiveStartKey: Record<string, AttributeValue> | undefined
    do {
      const page: QueryCommandOutput = await sendPlain(
        table,
        new QueryCommand({
          TableName,
          ...(names.index ? { IndexName: names.index } : { ConsistentRead: true }),
          KeyConditionExpression: '#pk = :pk',
          ExpressionAttributeNames: { '#pk': names.pk },
          ExpressionAttributeValues: { ':pk': { S: pk } },
          ...(projection && { ProjectionExpression: projection }),
          ExclusiveStartKey,
        }),
      )
      yield* page.Items ?? []
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
  }

  return {
    /** All rows of a partition, in the order of their keys. */
    partition: (pk: string) => query({ pk: 'pk' }, pk),
    /** The primary keys of all rows of a partition of an index. */
    ofIndex: (index: string, pk: string) => query({ index, pk: `${index}pk` }, pk, 'pk, sk'),
    /** Rows by their keys, in the order that was asked for; those that are not there are left out. */
    async *byKeys(keys: Iterable<TableKey>): AsyncGenerator<Raw> {
      const all = [...keys]
      for (let at = 0; at < all.length; at += KEYS_AT_ONCE) {
        const chunk = all.slice(at, at + KEYS_AT_ONCE)
        const found = new Map<string, Raw>()
        let Keys: Raw[] = chunk.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }))
        for (let round = 0; Keys.length > 0; round++) {
          if (round === MOST_ROUNDS) throw new Error('The table did not answer for every row.')
          const answer: BatchGetItemCommandOutput = await sendPlain(
            table,
            new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
          )
          for (const item of answer.Responses?.[TableName] ?? [])
            found.set(`${textOf(item, 'pk')}\n${textOf(item, 'sk')}`, item)
          Keys = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
        }
        for (const { pk, sk } of chunk) {
          const item = found.get(`${pk}\n${sk}`)
          if (item) yield item
        }
      }
    },
  }
}
