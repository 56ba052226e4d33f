// Credit that runs out, and credit that is set aside. Both depend on where the line of lots stands, so they look first and are
// written only if nothing moved meanwhile; charges move on without looking.
import { type Cents, cents } from '#shared/money/cents.ts'
import { Entry, expiryId, returnedId } from '#shared/money/ledger.ts'
import { closedUpTo, remainingOf, returnedTooLate } from '#shared/money/lots.ts'
import type { Table } from '../lib/table.ts'
import {
  addToCounter,
  holdKey,
  isRefused,
  lotKey,
  moveIfUnmoved,
  type Pause,
  putNew,
  type Taken,
  take,
  toEntryItem,
  transact,
  untilUnmoved,
  type Write,
} from './items.ts'
import type { LedgerReader } from './reader.ts'

export type Hold = { id: string; companyId: string; amountCents: Cents }
type Words = Pick<Entry, 'title' | 'rule'>

const expiryEntry = (facts: Pick<Entry, 'id' | 'companyId' | 'amountCents' | 'at'> & Words & { lot?: number }): Entry =>
  Entry.parse({ ...facts, kind: 'expiry', state: 'posted' })

export function ledgerExpiry(table: Table, { get, listLots }: LedgerReader, pause: Pause) {
  const { name } = table
  const withCounter = (entry: Entry | undefined): Write[] =>
    entry ? [putNew(name, toEntryItem(entry)), addToCounter(name, entry, entry.amountCents)] : []

  return {
    /**
     * Closes the oldest lot if it has expired: its rest leaves the wallet by an entry that is dated to the expiry. False when
     * there is none; a caller goes on until then.
     */
    expireOldest: (companyId: string, words: Words, now: number) =>
      untilUnmoved(pause, async () => {
        const seen = await get(companyId)
        if (seen.nextExpiresAt === null || seen.nextExpiresAt > now) return false
        const lots = await listLots(companyId, seen.nextExpiresAt, seen)
        const [lot, next] = lots.filter(({ closedAt }) => closedAt === null)
        // The one that was seen was closed since. One that was cut whole moves nothing by it that the write would notice.
        if (!lot || lot.expiresAt > now) return undefined
        const rest = remainingOf(lot, seen.outCents)
        const facts = { id: expiryId(lot.number), companyId, amountCents: rest, at: lot.expiresAt, lot: lot.number }
        const entry = rest > 0 ? expiryEntry({ ...facts, ...words }) : undefined
        const close: Write = {
          Update: {
            TableName: name,
            Key: lotKey(companyId, lot),
            UpdateExpression: 'SET closedAt = :now REMOVE gsi2pk, gsi2sk',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(closedAt)',
            ExpressionAttributeValues: { ':now': now },
          },
        }
        const expression = `ADD bal :minus, times10 :minus10, gone :rest SET closed = :closed${next ? ', nextExpiresAt = :next' : ' REMOVE nextExpiresAt'}`
        const values = {
          ':minus': -rest,
          ':minus10': -10 * rest,
          ':rest': rest,
          ':closed': closedUpTo(lot),
          ...(next && { ':next': next.expiresAt }),
        }
        const refused = await transact(
          table,
          [close, moveIfUnmoved(name, seen, expression, values), ...withCounter(entry)],
          pause,
        )
        return refused ? undefined : true
      }),

    /** Sets an amount aside for work whose price is not known yet. */
    async hold(hold: Hold, now: number): Promise<Taken> {
      const { companyId, id, amountCents } = hold
      const item = { ...holdKey(companyId, id), ...hold, at: now, state: 'held' }
      const refused = await transact(table, [putNew(name, item), take(name, companyId, amountCents, now, true)], pause)
      if (!refused) return 'done'
      return isRefused(refused, 0) ? 'already' : 'refused'
    },

    /** No money will be set aside under this id any more: where none was, the next who asks finds it ended. */
    async spoil({ companyId, id }: Pick<Hold, 'companyId' | 'id'>, now: number): Promise<void> {
      const item = { ...holdKey(companyId, id), companyId, id, amountCents: 0, at: now, state: 'released' }
      await transact(table, [putNew(name, item)], pause)
    },

    /**
     * Ends a reservation: `charge` is what it was used for, undefined when it was not. The rest goes back to the wallet, or
     * to what ran out if its credit expired meanwhile. False when it was ended before.
     */
    release: (hold: Hold, charge: Entry | undefined, words: Words, now: number) =>
      untilUnmoved(pause, async () => {
        const { companyId, id, amountCents } = hold
        const unused = amountCents - (charge?.amountCents ?? 0)
        if (unused < 0) throw new Error(`The reservation ${id} cannot pay for more than it holds.`)
        const seen = await get(companyId)
        const late = Math.min(unused, returnedTooLate(cents(seen.outCents - unused), seen.closedCents))
        const back = unused - late
        const facts = { id: returnedId(id), companyId, amountCents: cents(late), at: now }
        const end: Write = {
          Update: {
            TableName: name,
            Key: holdKey(companyId, id),
            UpdateExpression: 'SET #state = :released',
            ConditionExpression: '#state = :held',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':released': 'released', ':held': 'held' },
          },
        }
        const values = { ':back': back, ':back10': 10 * back, ':minus': -back, ':all': -amountCents }
        const expression = 'ADD bal :back, times10 :back10, gone :minus, reserved :all'
        const entries = [charge, late > 0 ? expiryEntry({ ...facts, ...words }) : undefined].flatMap(withCounter)
        const refused = await transact(table, [end, moveIfUnmoved(name, seen, expression, values), ...entries], pause)
        if (!refused) return true
        return isRefused(refused, 0) ? false : undefined
      }),
  }
}
