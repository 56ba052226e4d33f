// Reading the ledger. All of it is consistent: whoever paid a moment ago must see it.
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type Entry, monthOf } from '#shared/money/ledger.ts'
import type { Lot } from '#shared/money/lots.ts'
import type { Wallet } from '#shared/money/wallet.ts'
import { balanceKey, entryKey, lotsFrom, toEntry, toLot, toWallet, walletPk } from './ledger-items.ts'
import type { Item, Table, TableKey } from './table.ts'

const READ_AT_ONCE = 100

export function ledgerReader({ client, name }: Table) {
  async function read(Key: TableKey): Promise<Item | undefined> {
    return (await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }))).Item
  }

  async function between(pk: string, low: string, high: string): Promise<Item[]> {
    const items: Item[] = []
    let from: Item | undefined
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
          ExclusiveStartKey: from,
        }),
      )
      items.push(...(page.Items ?? []))
      from = page.LastEvaluatedKey
    } while (from)
    return items
  }

  const findByKey = async (key: TableKey): Promise<Entry | undefined> => {
    const item = await read(key)
    return item && toEntry(item)
  }

  return {
    read,
    between,
    /** A company without a wallet has an empty one. */
    async get(companyId: string): Promise<Wallet> {
      return toWallet(companyId, await read(balanceKey(companyId)))
    },
    async getMany(companyIds: readonly string[]): Promise<Wallet[]> {
      const wallets: Wallet[] = []
      for (let at = 0; at < companyIds.length; at += READ_AT_ONCE) {
        let wanted: Item[] | undefined = companyIds.slice(at, at + READ_AT_ONCE).map(balanceKey)
        for (let round = 0; wanted && wanted.length > 0; round++) {
          if (round > 8) throw new Error('The table did not answer a batch after several tries.')
          const answer: {
            Responses?: Record<string, Item[]> | undefined
            UnprocessedKeys?: Record<string, { Keys?: Item[] | undefined }> | undefined
          } = await client.send(
            new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: true } } }),
          )
          for (const item of answer.Responses?.[name] ?? []) wallets.push(toWallet(String(item.pk).slice(2), item))
          wanted = answer.UnprocessedKeys?.[name]?.Keys
        }
      }
      return wallets
    },
    findEntry: (ref: Pick<Entry, 'companyId' | 'id' | 'at'>) => findByKey(entryKey(ref)),
    findEntryInMonth: (companyId: string, month: string, id: string) =>
      findByKey({ pk: walletPk(companyId), sk: `T#${month}#${id}` }),
    /** Entries from one instant up to, but without, another. */
    async listEntries(companyId: string, start: number, end: number): Promise<Entry[]> {
      const items = await between(walletPk(companyId), `T#${monthOf(start)}`, `T#${monthOf(end)}~`)
      return items.map(toEntry).filter(({ at }) => at >= start && at < end)
    },
    /** Lots that expire at a moment or later, oldest first. */
    async listLots(companyId: string, expiresFrom = 0): Promise<Lot[]> {
      return (await between(walletPk(companyId), lotsFrom(expiresFrom), 'LOT#~')).map(toLot)
    },
  }
}
export type LedgerReader = ReturnType<typeof ledgerReader>
