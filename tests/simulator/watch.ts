// Looks at every row of a wallet and of its debts the moment it was written, before anybody else has a turn.

import { isDeepStrictEqual } from 'node:util'
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Table, TableKey } from '#functions/data/table.ts'
import type { Command } from './quick-table.ts'

/** A row before and after one request; undefined while it is not there. */
export type Change = TableKey & { before: Item | undefined; after: Item | undefined }
/** Everything that was ever seen of a company's money: partition, then sort key. */
export type Pages = Map<string, Map<string, Item>>

type Touch = { Put?: { Item?: Item }; Update?: { Key?: Item }; Delete?: { Key?: Item } }
const AT_ONCE = 100

/** Whose money a partition is about; undefined for all else. */
export function companyOf(pk: string): string | undefined {
  const [head, id, tail] = pk.split('#')
  if (head === 'W' || head === 'REV') return id
  return head === 'C' && tail === 'PAYMENTS' ? id : undefined
}

function touched(command: Command): TableKey[] {
  const { TransactItems, Item, Key } = { TransactItems: [], ...command.input } as {
    TransactItems: Touch[]
    Item?: Item
    Key?: Item
  }
  if (command.constructor.name === 'GetCommand' || command.constructor.name === 'QueryCommand') return []
  return [...TransactItems.map(({ Put, Update, Delete }) => Put?.Item ?? Update?.Key ?? Delete?.Key), Item, Key]
    .filter((key) => key !== undefined)
    .map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
    .filter(({ pk }) => companyOf(pk) !== undefined)
}

type Send = (command: Command) => Promise<object>

export function openWatch(
  { name }: Pick<Table, 'name'>,
  send: Send,
  saw: (companyId: string, changes: Change[]) => void,
) {
  const companies = new Map<string, Pages>()
  const pagesOf = (companyId: string): Pages => {
    const known = companies.get(companyId) ?? new Map()
    companies.set(companyId, known)
    return known
  }
  const rowsOf = (pk: string): Map<string, Item> => {
    const pages = pagesOf(companyOf(pk) ?? '')
    const known = pages.get(pk) ?? new Map()
    pages.set(pk, known)
    return known
  }

  async function read(Keys: TableKey[]): Promise<Item[]> {
    const found: Item[] = []
    for (let at = 0; at < Keys.length; at += AT_ONCE) {
      const RequestItems = { [name]: { Keys: Keys.slice(at, at + AT_ONCE), ConsistentRead: true } }
      const answer = (await send(new BatchGetCommand({ RequestItems }))) as { Responses?: Record<string, Item[]> }
      found.push(...(answer.Responses?.[name] ?? []))
    }
    return found
  }

  return {
    pagesOf,
    forget: () => companies.clear(),
    /** To be called after each request that was carried out. */
    async after(command: Command): Promise<void> {
      const keys = touched(command)
      if (keys.length === 0) return
      const found = new Map((await read(keys)).map((item) => [`${item.pk}/${item.sk}`, item]))
      const byCompany = new Map<string, Change[]>()
      for (const { pk, sk } of keys) {
        const rows = rowsOf(pk)
        const [before, after] = [rows.get(sk), found.get(`${pk}/${sk}`)]
        if (after) rows.set(sk, after)
        else rows.delete(sk)
        const companyId = companyOf(pk) ?? ''
        byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), { pk, sk, before, after }])
      }
      for (const [companyId, changes] of byCompany) saw(companyId, changes)
    },
    /** Whether the table holds exactly what was seen of it: nothing is written past the watch. */
    async isComplete(companyId: string): Promise<boolean> {
      for (const [pk, rows] of pagesOf(companyId)) {
        const items: Item[] = []
        let from: Item | undefined
        do {
          const page = (await send(
            new QueryCommand({
              TableName: name,
              ConsistentRead: true,
              KeyConditionExpression: 'pk = :pk',
              ExpressionAttributeValues: { ':pk': pk },
              ...(from && { ExclusiveStartKey: from }),
            }),
          )) as { Items?: Item[]; LastEvaluatedKey?: Item }
          items.push(...(page.Items ?? []))
          from = page.LastEvaluatedKey
        } while (from)
        if (items.length !== rows.size) return false
        if (!items.every((item) => isDeepStrictEqual(item, rows.get(String(item.sk))))) return false
      }
      return true
    },
  }
}
export type Watch = ReturnType<typeof openWatch>
