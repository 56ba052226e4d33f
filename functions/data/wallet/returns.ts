// Credit whose payment went back at the provider, and credit that is given back because the money came again. Each is one
// transaction under a key made of the provider's id, so that however often it is told of, it happens once.
import { type Cents, cents, toDollars, ZERO } from '#shared/money/cents.ts'
import { Entry, expiryId, restoreId, reversalId } from '#shared/money/ledger.ts'
import { planReversal } from '#shared/money/reversal.ts'
import type { Table } from '../lib/table.ts'
import {
  addLot,
  addToCounter,
  entryKey,
  isRefused,
  lotKey,
  moveIfUnmoved,
  nextLot,
  type Pause,
  putNew,
  toEntryItem,
  toLotItem,
  transact,
  untilUnmoved,
  type Write,
} from './items.ts'
import type { LedgerReader } from './reader.ts'

/**
 * Money of a top-up that went back. `id` is the provider's, `at` when it went. `isOwed`: what was spent of it is owed; where it is
 * not, somebody gave it back of their own will.
 */
export type Gone = Pick<Entry, 'title' | 'rule' | 'facts' | 'at'> & { id: string; amountCents: Cents; isOwed: boolean }
/** Which half of a reversal is made good: the credit that was taken, or what was paid for the part that had been spent. */
export type Part = 'credit' | 'owed'

const marks = { credit: 'creditBackAt', owed: 'owedBackAt' } as const

export function ledgerReturns(table: Table, { get, findEntry, listLots }: LedgerReader, pause: Pause) {
  const { name } = table

  /** What of a closed lot ran out unused. */
  async function expiredOf(topUp: Entry, lot: { number: number; closedAt: number | null; expiresAt: number }) {
    if (lot.closedAt === null) return ZERO
    const { companyId } = topUp
    return (await findEntry({ companyId, id: expiryId(lot.number), at: lot.expiresAt }))?.amountCents ?? ZERO
  }

  const addReturned = (topUp: Pick<Entry, 'companyId' | 'id' | 'at'>, amount: number): Write => ({
    Update: {
      TableName: name,
      Key: entryKey(topUp),
      UpdateExpression: 'ADD returnedCents :a',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':a': amount },
    },
  })

  return {
    /**
     * Takes off what is left of a top-up's credit, as much as went back, never more: a wallet does not fall below zero. Answers the
     * entry that says so, however often it is asked; its amount may be zero, and `owedCents` is what was spent. Lots behind it move up
     * on their line, and none of their rows is written, however many they are.
     */
    reverse: (topUp: Entry, gone: Gone): Promise<Entry> =>
      untilUnmoved(pause, async () => {
        const { companyId, expiresAt } = topUp
        const id = reversalId(gone.id)
        const known = await findEntry({ companyId, id, at: gone.at })
        if (known) return known
        const seen = await get(companyId)
        const lots = await listLots(companyId, expiresAt ?? 0, seen)
        const lot = lots.find(({ number }) => number === topUp.lot)
        if (!lot) throw new Error(`The top-up ${topUp.id} has no lot.`)
        const { takenCents, spentCents } = planReversal({
          lot,
          outCents: seen.outCents,
          goneCents: gone.amountCents,
          expiredCents: await expiredOf(topUp, lot),
        })
        const entry = Entry.parse({
          id,
          companyId,
          kind: 'reversal',
          state: 'posted',
          amountCents: takenCents,
          at: gone.at,
          title: gone.title,
          rule: gone.rule,
          facts: {
            ...gone.facts,
            'Went back': `$${toDollars(gone.amountCents)}`,
            'Taken off': `$${toDollars(takenCents)}`,
            'Used before': `$${toDollars(spentCents)}`,
          },
          lot: lot.number,
          chargeId: topUp.chargeId,
          goneCents: gone.amountCents,
          owedCents: gone.isOwed ? spentCents : ZERO,
        })
        const left = cents(seen.balanceCents - takenCents)
        const values = {
          ':minus': -takenCents,
          ':minus10': -10 * takenCents,
          // Nobody's card is charged by itself for what went back a moment ago.
          ':last': Math.min(left, seen.lastBalanceCents),
        }
        const cut: Write = {
          Update: {
            TableName: name,
            Key: lotKey(companyId, lot),
            UpdateExpression: 'SET amountCents = :now',
            ConditionExpression: 'amountCents = :before',
            ExpressionAttributeValues: { ':now': lot.amountCents - takenCents, ':before': lot.amountCents },
          },
        }
        const moved = [
          moveIfUnmoved(name, seen, 'SET lastBal = :last ADD bal :minus, times10 :minus10, bought :minus', values),
          addToCounter(name, entry, takenCents),
          cut,
        ]
        const rows = [putNew(name, toEntryItem(entry)), addReturned(topUp, gone.amountCents)]
        const refused = await transact(table, takenCents > 0 ? [...rows, ...moved] : rows, pause)
        return refused ? undefined : entry
      }),

    /**
     * Gives credit back for a reversal, each part once; false when that was done before. The credit is a lot of its own, which lasts
     * as long as one that is bought now.
     */
    restore: (
      topUp: Pick<Entry, 'companyId' | 'id' | 'at'>,
      reversal: Entry,
      part: Part,
      words: Pick<Entry, 'title' | 'rule'>,
      now: number,
    ): Promise<boolean> =>
      untilUnmoved(pause, async () => {
        const { companyId } = reversal
        const amount = part === 'credit' ? reversal.amountCents : (reversal.owedCents ?? ZERO)
        const mark: Write = {
          Update: {
            TableName: name,
            Key: entryKey(reversal),
            UpdateExpression: `SET ${marks[part]} = :now`,
            ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(${marks[part]})`,
            ExpressionAttributeValues: { ':now': now },
          },
        }
        const rows = [mark, ...(part === 'credit' ? [addReturned(topUp, -(reversal.goneCents ?? 0))] : [])]
        if (amount > 0) {
          const seen = await get(companyId)
          const facts = { id: restoreId(reversal.id, part), companyId, amountCents: amount, at: now, ...words }
          const lot = nextLot(seen, facts)
          const entry = Entry.parse({
            ...facts,
            kind: 'restore',
            state: 'posted',
            lot: lot.number,
            expiresAt: lot.expiresAt,
          })
          rows.push(
            putNew(name, toEntryItem(entry)),
            addLot(name, seen, lot, { isBought: true }),
            putNew(name, toLotItem(companyId, lot)),
            addToCounter(name, entry, -amount),
          )
        }
        const refused = await transact(table, rows, pause)
        if (!refused) return true
        return isRefused(refused, 0) ? false : undefined
      }),

    /**
     * Gives money back that was paid out of the wallet, once for each id; false when that was done before. It is a lot of its own,
     * which lasts as long as one that is bought now.
     */
    payBack: (
      facts: Pick<Entry, 'id' | 'companyId' | 'amountCents' | 'at' | 'title' | 'rule' | 'facts'>,
    ): Promise<boolean> =>
      untilUnmoved(pause, async () => {
        const { companyId, amountCents } = facts
        const seen = await get(companyId)
        const lot = nextLot(seen, facts)
        const { number, expiresAt } = lot
        const entry = Entry.parse({ ...facts, kind: 'return', state: 'posted', lot: number, expiresAt })
        const rows = [
          putNew(name, toEntryItem(entry)),
          addLot(name, seen, lot, { isBought: false }),
          putNew(name, toLotItem(companyId, lot)),
          addToCounter(name, entry, -amountCents),
        ]
        const refused = await transact(table, rows, pause)
        if (!refused) return true
        return isRefused(refused, 0) ? false : undefined
      }),
  }
}
