// The three steps of a top-up. Begin: the entry as pending, and its row in the outbox. Post: the entry counts, and a lot is there
// to spend. Void: it does not count, and says why. Each is one transaction, and an entry leaves `pending` once.
import { type Entry, monthOf } from '#shared/money/ledger.ts'
import { SAME_ORDER_MS, type Wallet } from '#shared/money/wallet.ts'
import { cutText } from '#shared/text.ts'
import { at15, type Table } from '../lib/table.ts'
import {
  addLot,
  addToCounter,
  balanceKey,
  entryKey,
  isRefused,
  markKey,
  nextLot,
  outboxKey,
  outboxPk,
  type Pause,
  putNew,
  SHARDS,
  sweepRow,
  toEntryItem,
  toLotItem,
  transact,
  type Write,
} from './items.ts'
import type { LedgerReader } from './reader.ts'

/** What is ordered beside the amount; kept, automatic top-ups buy that amount from now on. */
type Choice = { isCustom: boolean; isKept?: boolean | undefined; isStopped?: boolean | undefined }

const MOST_ROUNDS = 20

/** A top-up that may begin; or the one that is there already, which is then the answer; or no. */
export type Begun = { is: 'new' | 'already'; entry: Entry } | { is: 'refused' }

export function topUps(table: Table, reader: LedgerReader, pause: Pause) {
  const { name } = table
  const { get, findEntry, read, between } = reader
  const pendingRows = (entry: Entry): Write[] => [
    putNew(name, toEntryItem(entry)),
    {
      Put: {
        TableName: name,
        Item: { ...outboxKey(entry), companyId: entry.companyId, id: entry.id, at: entry.at },
      },
    },
  ]
  const updateWallet = (
    companyId: string,
    expression: string,
    condition: string | undefined,
    values: object,
  ): Write => ({
    Update: {
      TableName: name,
      Key: balanceKey(companyId),
      UpdateExpression: expression,
      ...(condition && { ConditionExpression: condition }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: { ...values } }),
    },
  })
  const settle = (entry: Entry, fields: Record<string, unknown>): Write => {
    const names = Object.keys(fields)
    return {
      Update: {
        TableName: name,
        Key: entryKey(entry),
        UpdateExpression: `SET ${names.map((field) => `#${field} = :${field}`).join(', ')}`,
        ConditionExpression: '#state = :pending',
        ExpressionAttributeNames: Object.fromEntries(names.map((field) => [`#${field}`, field])),
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ...Object.fromEntries(names.map((field) => [`:${field}`, fields[field]])),
        },
      },
    }
  }
  const takeOut = (entry: Entry): Write => ({ Delete: { TableName: name, Key: outboxKey(entry) } })

  async function findMarked(companyId: string, id: string): Promise<Entry | undefined> {
    const mark = await read(markKey(companyId, id))
    return mark && findEntry({ companyId, id, at: Number(mark.at) })
  }

  return {
    /** Somebody ordered a top-up. The same order again, by its key or within seconds, is the one that is there. */
    async beginManual(entry: Entry, choice: Choice, now: number): Promise<Begun> {
      const { companyId, id, amountCents, at } = entry
      const set = [
        'manualId = :id, manualAt = :now, manualCents = :a',
        ...(choice.isKept ? ['amountCents = :a, isCustom = :custom'] : []),
        ...(choice.isStopped === undefined ? [] : ['isStopped = :stopped']),
      ]
      const may = [
        '(attribute_not_exists(isTopUpEnabled) OR isTopUpEnabled = :yes)',
        '(attribute_not_exists(manualAt) OR manualAt <= :recent OR manualCents <> :a)',
      ]
      const values = {
        ':id': id,
        ':now': now,
        ':a': amountCents,
        ...(choice.isKept && { ':custom': choice.isCustom }),
        ...(choice.isStopped !== undefined && { ':stopped': choice.isStopped }),
        ':yes': true,
        ':recent': now - SAME_ORDER_MS,
      }
      const order = (more: readonly string[], rows: readonly Write[]) =>
        transact(
          table,
          [
            putNew(name, { ...markKey(companyId, id), at }),
            updateWallet(companyId, `SET ${set.join(', ')}`, [...may, ...more].join(' AND '), values),
            ...pendingRows(entry),
            ...rows,
          ],
          pause,
        )
      // The schedule knows of a wallet with an amount exactly while it is not stopped.
      const keepAsItIs = async () => {
        for (let round = 1; ; round++) {
          const { isStopped } = await get(companyId)
          const asSeen = isStopped ? 'isStopped = :yes' : '(NOT isStopped = :yes)'
          const refused = await order([asSeen], [sweepRow(name, companyId, !isStopped)])
          if (!refused || round > MOST_ROUNDS || (await get(companyId)).isStopped === isStopped) return refused
        }
      }
      const refused =
        choice.isStopped !== undefined
          ? await order([], [sweepRow(name, companyId, !choice.isStopped)])
          : await (choice.isKept ? keepAsItIs() : order([], []))
      if (!refused) return { is: 'new', entry }
      const { manualId } = await get(companyId)
      const wanted = isRefused(refused, 0) ? id : manualId
      const known = wanted === null ? undefined : await findMarked(companyId, wanted)
      const isSame = isRefused(refused, 0) || (known?.amountCents === amountCents && known.at > now - SAME_ORDER_MS)
      return known && isSame ? { is: 'already', entry: known } : { is: 'refused' }
    },

    /** One of any number of racers begins: the wallet must still be low, and nobody else be at it. */
    async beginAuto(entry: Entry, seen: Wallet): Promise<Begun> {
      const month = monthOf(entry.at)
      const spent = seen.autoMonth === month ? seen.autoMonthCents : 0
      const refused = await transact(
        table,
        [
          updateWallet(
            entry.companyId,
            'SET pendingAuto = :id, autoTries = :tries, autoMonth = :month, autoMonthCents = :spent',
            [
              'lots = :lots AND times10 < lastBal AND attribute_not_exists(pendingAuto) AND amountCents = :a',
              '(attribute_not_exists(isStopped) OR isStopped = :no)',
              '(attribute_not_exists(isTopUpEnabled) OR isTopUpEnabled = :yes)',
              seen.autoTries === 0 ? 'attribute_not_exists(autoTries)' : 'autoTries = :seenTries',
              // The limit that the plan was made by: one that was set or lifted since asks for another look.
              seen.monthlyCapCents === null ? 'NOT attribute_type(monthlyCapCents, :number)' : 'monthlyCapCents = :cap',
            ].join(' AND '),
            {
              ':id': entry.id,
              ':tries': seen.autoTries + 1,
              ':month': month,
              ':spent': spent + entry.amountCents,
              ':lots': seen.lots,
              ':a': entry.amountCents,
              ':no': false,
              ':yes': true,
              ...(seen.autoTries > 0 && { ':seenTries': seen.autoTries }),
              ...(seen.monthlyCapCents === null ? { ':number': 'N' } : { ':cap': seen.monthlyCapCents }),
            },
          ),
          ...pendingRows(entry),
        ],
        pause,
      )
      return refused ? { is: 'refused' } : { is: 'new', entry }
    },

    /** A payment that turned up after its top-up was given up. */
    async beginLate(entry: Entry): Promise<void> {
      await transact(table, pendingRows(entry), pause)
    },

    /** The money is there: the entry counts, and its lot may be spent. False when it was settled before. */
    async post(entry: Entry, chargeId: string, now: number): Promise<boolean> {
      const { companyId, amountCents: amount } = entry
      for (let round = 1; round <= MOST_ROUNDS; round++) {
        const seen = await get(companyId)
        const lot = nextLot(seen, entry)
        const { number, expiresAt } = lot
        const refused = await transact(
          table,
          [
            settle(entry, { state: 'posted', settledAt: now, chargeId, lot: number, expiresAt }),
            addLot(name, seen, lot, {
              isBought: true,
              set: 'paidAt = :now',
              values: { ':now': now },
              ...(entry.origin === 'auto' && { remove: 'pendingAuto' }),
            }),
            putNew(name, toLotItem(companyId, lot)),
            addToCounter(name, entry, -amount),
            takeOut(entry),
          ],
          pause,
        )
        if (!refused) return true
        if (isRefused(refused, 0)) return false
        await pause(Math.min(round, 5))
      }
      throw new Error('The wallet changed too often to post a top-up. It is posted later.')
    },

    /** There will be no money. False when it was settled before. */
    async voidTopUp(entry: Entry, reason: string, now: number): Promise<boolean> {
      const { companyId, origin } = entry
      const rows = [settle(entry, { state: 'void', settledAt: now, reason: cutText(reason, 200) }), takeOut(entry)]
      if (origin === 'auto') {
        const { failedAt, autoMonth, autoMonthCents } = await get(companyId)
        const spent = autoMonth === monthOf(entry.at) ? autoMonthCents - entry.amountCents : autoMonthCents
        const values = { ':failed': [...failedAt, now].slice(-3), ':spent': spent }
        rows.push(
          updateWallet(
            companyId,
            'SET failedAt = :failed, autoMonthCents = :spent REMOVE pendingAuto',
            undefined,
            values,
          ),
        )
        return (await transact(table, rows, pause)) === undefined
      }
      // The same amount may be ordered again at once, unless somebody did so already.
      const again = updateWallet(companyId, 'REMOVE manualAt', 'manualId = :id', { ':id': entry.id })
      const refused = await transact(table, [...rows, again], pause)
      if (!refused) return true
      return isRefused(refused, 0) ? false : (await transact(table, rows, pause)) === undefined
    },

    /** Top-ups that began before a moment and whose outcome is not in the books, oldest first in each shard. */
    async listOpen(before: number): Promise<Entry[]> {
      const shards = await Promise.all(
        Array.from({ length: SHARDS }, (_, shard) => between(outboxPk(shard), '0', at15(before))),
      )
      const found = await Promise.all(
        shards
          .flat()
          .map(({ companyId, id, at }) => findEntry({ companyId: String(companyId), id: String(id), at: Number(at) })),
      )
      return found.flatMap((entry) => (entry?.state === 'pending' ? [entry] : []))
    },
  }
}
