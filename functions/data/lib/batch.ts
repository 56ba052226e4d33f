// Reading many rows by their keys at once. Consistent unless said otherwise: the person who wrote a moment ago must see it.
import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Table, TableKey } from './table.ts'

/** How an entity asks for many rows by their keys: what a busy engine leaves unread comes back as keys, for `whole`. */
export const many = { concurrent: 4, unprocessed: 'raw' } as const

/** As many as the engine takes at once. */
const AT_ONCE = 100
const MOST_TRIES = 8

export type Freshness = 'as written' | 'may be a moment old'

/** The rows that are there, in no order. Keys that a busy engine leaves unread are asked for again; an answer is whole, or none. */
export async function readAll(
  { client, name }: Table,
  keys: readonly TableKey[],
  freshness: Freshness = 'as written',
): Promise<Item[]> {
  const ConsistentRead = freshness === 'as written'
  const found: Item[] = []
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    let Keys: Item[] = keys.slice(at, at + AT_ONCE)
    for (let tries = 1; Keys.length > 0; tries++) {
      if (tries > MOST_TRIES) throw new Error('The table did not answer a batch after several tries.')
      if (tries > 1) await sleep(Math.random() * 10 * 2 ** tries)
      const answer = await client.send(new BatchGetCommand({ RequestItems: { [name]: { Keys, ConsistentRead } } }))
      found.push(...(answer.Responses?.[name] ?? []))
      Keys = answer.UnprocessedKeys?.[name]?.Keys ?? []
    }
  }
  return found
}

/**
 * What an entity got of `many` rows, with those that a busy engine left unread: the library asks once, and says what is missing
 * where nobody looks. A row that was left out would be taken for one that is not there.
 */
export async function whole<Row>(
  table: Table,
  entity: { parse: (answer: { Item: Item }) => { data: Row | null } },
  got: Promise<{ data: Row[]; unprocessed: readonly unknown[] }>,
  freshness: Freshness = 'as written',
): Promise<Row[]> {
  const { data, unprocessed } = await got
  if (unprocessed.length === 0) return data
  // @NOTE `raw` answers keys as the table has them, which the type of the library does not say.
  const items = await readAll(table, unprocessed as readonly TableKey[], freshness)
  return [...data, ...items.flatMap((item) => entity.parse({ Item: item }).data ?? [])]
}
