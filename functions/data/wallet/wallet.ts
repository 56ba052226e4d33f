// What people choose for a wallet, written without an entry because no money moves; and which wallets a schedule looks at.
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Cents } from '#shared/money/cents.ts'
import { changedAtOnce } from '../lib/errors.ts'
import { at15, type Item, type Table } from '../lib/table.ts'
import { balanceKey, dueIndex, type Pause, sweepRow, transact, type Write } from './items.ts'
import type { LedgerReader } from './reader.ts'

const PAGE = 500
const MOST_EXPIRED = 1000
const MOST_ROUNDS = 5

export type Choice = { amountCents: Cents; isCustom: boolean; monthlyCapCents: Cents | null }

export function walletSettings(table: Table, { get }: Pick<LedgerReader, 'get'>, pause: Pause) {
  const { client, name } = table
  const change = (companyId: string, fields: Item) => {
    const names = Object.keys(fields)
    return {
      TableName: name,
      Key: balanceKey(companyId),
      UpdateExpression: `SET ${names.map((field) => `${field} = :${field}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(names.map((field) => [`:${field}`, fields[field]])),
    }
  }

  return {
    /** `next`: made of what is chosen so far, and asked again where somebody else chose something in between. */
    async choose(companyId: string, next: (present: Choice) => Choice): Promise<void> {
      for (let round = 1; round <= MOST_ROUNDS; round++) {
        const { isStopped, amountCents, isCustom, monthlyCapCents } = await get(companyId)
        const present = { amountCents, isCustom, monthlyCapCents }
        const update = change(companyId, next(present))
        // The schedule must know of the wallet exactly while it is not stopped.
        const read = { isStopped, ...present }
        const asSeen = {
          ...update,
          ConditionExpression: Object.entries(read)
            .map(([field, value]) => {
              const isSame = `${field} = :was_${field}`
              // What was never chosen is not written at all.
              return value ? isSame : `(attribute_not_exists(${field}) OR ${isSame})`
            })
            .join(' AND '),
          ExpressionAttributeValues: {
            ...update.ExpressionAttributeValues,
            ...Object.fromEntries(Object.entries(read).map(([field, value]) => [`:was_${field}`, value])),
          },
        }
        const refused = await transact(table, [{ Update: asSeen }, sweepRow(name, companyId, !isStopped)], pause)
        if (!refused) return
        await pause(round)
      }
      throw changedAtOnce()
    },
    async setStopped(companyId: string, isStopped: boolean): Promise<void> {
      const rows: Write[] = [{ Update: change(companyId, { isStopped }) }, sweepRow(name, companyId, !isStopped)]
      await transact(table, rows, pause)
    },
    async setTopUpEnabled(companyId: string, isTopUpEnabled: boolean): Promise<void> {
      await client.send(new UpdateCommand(change(companyId, { isTopUpEnabled })))
    },
    /** Companies whose wallets may have to be topped up, page by page. */
    async listAutomatic(after?: Item): Promise<{ companyIds: string[]; next: Item | undefined }> {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: name,
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk',
          ExpressionAttributeValues: { ':pk': dueIndex.automatic },
          Limit: PAGE,
          ExclusiveStartKey: after,
        }),
      )
      return { companyIds: Items.map(({ gsi2sk }) => String(gsi2sk)), next: LastEvaluatedKey }
    },
    /** Companies with credit that has expired and is not taken off yet, longest ago first. */
    async listExpired(now: number): Promise<string[]> {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: name,
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :now',
          ExpressionAttributeValues: { ':pk': dueIndex.expiring, ':now': at15(now + 1) },
          Limit: MOST_EXPIRED,
        }),
      )
      return [...new Set(Items.map(({ companyId }) => String(companyId)))]
    },
    /** Companies with credit that expires from one instant up to, but without, another. */
    async listExpiring(start: number, end: number): Promise<string[]> {
      const companyIds = new Set<string>()
      let from: Item | undefined
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName: name,
            IndexName: 'gsi2',
            KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :start AND :end',
            ExpressionAttributeValues: { ':pk': dueIndex.expiring, ':start': at15(start), ':end': at15(end) },
            ExclusiveStartKey: from,
          }),
        )
        for (const { companyId } of Items) companyIds.add(String(companyId))
        from = LastEvaluatedKey
      } while (from)
      return [...companyIds]
    },
  }
}
