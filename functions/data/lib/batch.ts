// Reading many rows by their keys at once. Consistent unless said otherwise: the person who wrote a moment ago must see it.
import { setTimeout as sleep } from 'node:timers/promises'
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Table, TableKey } from './table.ts'

/** As many as the engine takes at once. */
const AT_ONCE = 100
const MOST_TRIES = 8

/** The rows that are there, in no order. Keys that a busy engine leaves unread are asked for again; an answer is whole, or none. */
export async function readAll(
  { client, name }: Table,
  keys: readonly TableKey[],
  freshness: 'as written' | 'may be a moment old' = 'as written',
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
