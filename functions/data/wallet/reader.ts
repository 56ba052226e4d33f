// Reading the ledger. It is consistent, because the person who paid a moment ago must see it; but for what lies days back.
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { DAY } from '#shared/dates.ts'
import { type Cents, cents } from '#shared/money/cents.ts'
import { dayOf, type Entry, monthOf } from '#shared/money/ledger.ts'
import { endOf, type Lot, placeLots, remainingOf } from '#shared/money/lots.ts'
import type { Wallet } from '#shared/money/wallet.ts'
import { readAll } from '../lib/batch.ts'
import type { Item, Table, TableKey } from '../lib/table.ts'
import { balanceKey, counterKey, entryKey, lotsFrom, toEntry, toLot, toWallet, walletPk } from './items.ts'

/** Few have credit of more at once. */
const LOTS_AT_ONCE = 12

export function ledgerReader({ client, name }: Table) {
  async function read(Key: TableKey): Promise<Item | undefined> {
    return (await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }))).Item
  }

  async function between(pk: string, low: string, high: string, isOld = false): Promise<Item[]> {
    const items: Item[] = []
    let from: Item | undefined
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: name,
          ConsistentRead: !isOld,
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

  const batch = (keys: readonly TableKey[]) => readAll({ client, name }, keys)

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
      return (await batch(companyIds.map(balanceKey))).map((item) => toWallet(String(item.pk).slice(2), item))
    },
    /** What left a wallet on the days from one instant to another, both days included: two small rows for each of them. */
    async outOnDays(companyId: string, start: number, end: number): Promise<Cents> {
      const keys: TableKey[] = []
      for (let at = start; dayOf(at) <= dayOf(end); at += DAY)
        keys.push(...(['earned', 'expired'] as const).map((account) => counterKey(companyId, at, account)))
      return cents((await batch(keys)).reduce((sum, { bal }) => sum + Number(bal), 0))
    },
    findEntry: (ref: Pick<Entry, 'companyId' | 'id' | 'at'>) => findByKey(entryKey(ref)),
    findEntryInMonth: (companyId: string, month: string, id: string) =>
      findByKey({ pk: walletPk(companyId), sk: `T#${month}#${id}` }),
    /** Entries from one instant up to, but without, another. `isOld`: hours have passed since the latter. */
    async listEntries(companyId: string, start: number, end: number, isOld = false): Promise<Entry[]> {
      const items = await between(walletPk(companyId), `T#${monthOf(start)}`, `T#${monthOf(end - 1)}~`, isOld)
      return items.map(toEntry).filter(({ at }) => at >= start && at < end)
    },
    /** Lots that expire at a moment or later, oldest first, on the line of the wallet as it was seen before. */
    async listLots(companyId: string, expiresFrom = 0, seen?: Wallet): Promise<Lot[]> {
      const wallet = seen ?? toWallet(companyId, await read(balanceKey(companyId)))
      return placeLots((await between(walletPk(companyId), lotsFrom(expiresFrom), 'LOT#~')).map(toLot), wallet)
    },
    /**
     * Open lots that something is left of, oldest first, of a wallet as it was seen. They are the last ones of the line, so it is read
     * from its end, however many were used up before them.
     */
    async listUnused({ companyId, outCents, boughtCents, lots }: Wallet): Promise<Lot[]> {
      const unused: Lot[] = []
      let end = boughtCents
      let from: TableKey | undefined
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName: name,
            // A lot that the wallet has and this read has not would move all before it.
            ConsistentRead: true,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :lot)',
            ExpressionAttributeValues: { ':pk': walletPk(companyId), ':lot': 'LOT#' },
            ScanIndexForward: false,
            Limit: LOTS_AT_ONCE,
            ExclusiveStartKey: from,
          }),
        )
        for (const kept of Items.map(toLot)) {
          if (kept.number > lots) continue
          const lot = { ...kept, startCents: cents(end - kept.amountCents) }
          if (lot.closedAt !== null || endOf(lot) <= outCents) return unused
          // One that was cut whole is empty, no matter what is left of those before it.
          if (remainingOf(lot, outCents) > 0) unused.unshift(lot)
          end = lot.startCents
        }
        from = LastEvaluatedKey as TableKey | undefined
      } while (from)
      return unused
    },
  }
}
export type LedgerReader = ReturnType<typeof ledgerReader>
