// Looks at every row of a wallet and of its debts the moment it was written, before anybody else has a turn.

import { isDeepStrictEqual } from 'node:util'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Table, TableKey } from '#functions/data/lib/table.ts'
import type { Command } from './kept-reads.ts'
import { written } from './kept-reads.ts'
import type { QuickTable } from './quick-table.ts'

/** A row before and after one request; undefined while it is not there. */
export type Change = TableKey & { before: Item | undefined; after: Item | undefined }
/** Everything that was ever seen of a company's money: partition, then sort key. */
export type Pages = Map<string, Map<string, Item>>

/** Whose money a partition is about; undefined for all else. */
export function companyOf(pk: string): string | undefined {
  const [head, id, tail] = pk.split('#')
  if (head === 'W' || head === 'REV') return id
  return head === 'C' && tail === 'PAYMENTS' ? id : undefined
}

const touched = (command: Command): TableKey[] =>
  (written(command) ?? []).filter(({ pk }) => companyOf(pk) !== undefined)

export function openWatch(
  { name }: Pick<Table, 'name'>,
  table: Pick<QuickTable, 'ask' | 'read'>,
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

  return {
    pagesOf,
    forget: () => companies.clear(),
    /** Runs a request, and looks at what it wrote before anybody else has a turn. */
    async around<T>(command: Command, run: () => Promise<T>): Promise<T> {
      const keys = touched(command)
      if (keys.length === 0) return run()
      const answer = await run()
      const found = new Map((await table.read(keys)).map((item) => [`${item.pk}/${item.sk}`, item]))
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
      return answer
    },
    /** Whether the table holds exactly what was seen of it: nothing is written past the watch. */
    async isComplete(companyId: string): Promise<boolean> {
      for (const [pk, rows] of pagesOf(companyId)) {
        const items: Item[] = []
        let from: Item | undefined
        do {
          const page = (await table.ask(
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
