// How the ledger lies in the table, and how several of its rows are written together. The plain client is used: what matters
// here are conditions and sums that the table itself works out, and they are best read as they are sent.
//
// `W#<company>` / `BAL`                     the wallet: a projection of its entries, changed only beside one
// `W#<company>` / `T#<yyyymm>#<entry>`      an entry; the month is that of the entry's own time, so a retry meets the same key
// `W#<company>` / `LOT#<expiry>#<number>`   credit that was bought at once; spending does not write here (shared/money/lots.ts)
// `W#<company>` / `H#<hold>`                a reservation
// `W#<company>` / `K#<entry>`               where the top-up of an idempotency key is; kept for ever
// `W#<company>` / `SWEEP`                   present while top-ups are automatic, for the schedule
// `REV#<company>#<yyyymmdd>` / `<account>`  counter-accounts, one for each wallet and day, so that none is hot
// `O#<shard>` / `<time>#<company>#<entry>`  top-ups whose outcome is not in the books yet
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Cents } from '#shared/money/cents.ts'
import { type CounterAccount, counterAccounts, dayOf, Entry, monthOf } from '#shared/money/ledger.ts'
import { expiryOf, KeptLot } from '#shared/money/lots.ts'
import { Wallet } from '#shared/money/wallet.ts'
import { at15, type Item, type Table, type TableKey } from '../lib/table.ts'

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
/** Why each row of a transaction was refused, in their order. */
export type Refusals = readonly string[]

const MOST_TRIES = 5
const BASE_MS = 25

export const walletPk = (companyId: string) => `W#${companyId}`
export const balanceKey = (companyId: string): TableKey => ({ pk: walletPk(companyId), sk: 'BAL' })
export const entryKey = ({ companyId, id, at }: Pick<Entry, 'companyId' | 'id' | 'at'>): TableKey => ({
  pk: walletPk(companyId),
  sk: `T#${monthOf(at)}#${id}`,
})
export const lotKey = (companyId: string, { expiresAt, number }: Pick<KeptLot, 'expiresAt' | 'number'>): TableKey => ({
  pk: walletPk(companyId),
  sk: `LOT#${at15(expiresAt)}#${String(number).padStart(6, '0')}`,
})
export const dueIndex = { automatic: 'DUE#WALLETS', expiring: 'DUE#CREDIT' } as const
export const lotsFrom = (expiresAt: number) => `LOT#${at15(expiresAt)}`
export const holdKey = (companyId: string, id: string): TableKey => ({ pk: walletPk(companyId), sk: `H#${id}` })
export const markKey = (companyId: string, id: string): TableKey => ({ pk: walletPk(companyId), sk: `K#${id}` })
const sweepKey = (companyId: string): TableKey => ({ pk: walletPk(companyId), sk: 'SWEEP' })

/** Lets the schedule look at a wallet, or not. The wallet itself says whether it may be topped up. */
export const sweepRow = (name: string, companyId: string, isAutomatic: boolean): Write => {
  const Key = sweepKey(companyId)
  const Item = { ...Key, gsi2pk: dueIndex.automatic, gsi2sk: companyId }
  return isAutomatic ? { Put: { TableName: name, Item } } : { Delete: { TableName: name, Key } }
}

/** In the index only while a lot is open, so that the schedule finds what has expired and nothing else. */
const expiringKeys = (companyId: string, { expiresAt, number }: Pick<KeptLot, 'expiresAt' | 'number'>) => ({
  gsi2pk: dueIndex.expiring,
  gsi2sk: `${at15(expiresAt)}#${companyId}#${number}`,
})

export const SHARDS = 16
function shardOf(text: string): number {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521
  return hash % SHARDS
}
export const outboxPk = (shard: number) => `O#${String(shard).padStart(2, '0')}`
export const outboxKey = ({ companyId, id, at }: Pick<Entry, 'companyId' | 'id' | 'at'>): TableKey => ({
  pk: outboxPk(shardOf(companyId + id)),
  sk: `${at15(at)}#${companyId}#${id}`,
})

const VERSION = '1'
const present = (fields: Item): Item =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

export const toEntryItem = (entry: Entry): Item => ({ ...entryKey(entry), ...present(entry), v: VERSION })
export const toEntry = (item: Item): Entry => Entry.parse(item)
export const toLotItem = (companyId: string, lot: KeptLot): Item => ({
  ...lotKey(companyId, lot),
  ...expiringKeys(companyId, lot),
  companyId,
  ...present(lot),
  v: VERSION,
})
export const toLot = (item: Item): KeptLot => KeptLot.parse(item)

/** The lot that an entry brings into a wallet as it was seen: it stands behind the last one. */
export const nextLot = (seen: Wallet, entry: Pick<Entry, 'id' | 'amountCents' | 'at'>): KeptLot => ({
  number: seen.lots + 1,
  entryId: entry.id,
  amountCents: entry.amountCents,
  boughtAt: entry.at,
  expiresAt: expiryOf(entry.at, seen.lastExpiresAt),
  closedAt: null,
})

/** Names of the wallet's attributes, as short as they are often written. */
const names = {
  balanceCents: 'bal',
  reservedCents: 'reserved',
  boughtCents: 'bought',
  outCents: 'gone',
  closedCents: 'closed',
  lastBalanceCents: 'lastBal',
} as const

export function toWallet(companyId: string, item: Item | undefined): Wallet {
  const read = { ...item, companyId }
  for (const [field, name] of Object.entries(names)) Object.assign(read, { [field]: item?.[name] })
  return Wallet.parse(read)
}

export const counterKey = (companyId: string, at: number, account: CounterAccount): TableKey => ({
  pk: `REV#${companyId}#${dayOf(at)}`,
  sk: account,
})
/** Adds an amount to the counter-account of an entry. */
export const addToCounter = (name: string, entry: Pick<Entry, 'companyId' | 'kind' | 'at'>, amount: number): Write => ({
  Update: {
    TableName: name,
    Key: counterKey(entry.companyId, entry.at, counterAccounts[entry.kind]),
    UpdateExpression: 'ADD bal :a',
    ExpressionAttributeValues: { ':a': amount },
  },
})

/**
 * Lets the credit of a new lot be spent. Where it begins is where the last one ended: only another lot or one that was cut can
 * have moved that, and then this is refused. `isBought`: the balance after it is what automatic top-ups measure by; money that comes
 * back from a payment moves no bound. `more` is what else changes with it.
 */
export const addLot = (
  name: string,
  seen: Wallet,
  { amountCents, expiresAt }: Pick<KeptLot, 'amountCents' | 'expiresAt'>,
  more: { isBought: boolean; set?: string; remove?: string; values?: Item },
): Write => ({
  Update: {
    TableName: name,
    Key: balanceKey(seen.companyId),
    UpdateExpression:
      [
        'SET bal = if_not_exists(bal, :zero) + :a',
        ...(more.isBought ? ['lastBal = if_not_exists(bal, :zero) + :a'] : []),
        'lastExpiresAt = :expiry, nextExpiresAt = if_not_exists(nextExpiresAt, :expiry)',
        ...(more.set ? [more.set] : []),
      ].join(', ') +
      ` ADD times10 :a10, bought :a, lots :one, gone :zero${more.remove ? ` REMOVE ${more.remove}` : ''}`,
    ConditionExpression: seen.lots === 0 ? 'attribute_not_exists(lots)' : 'lots = :lots AND bought = :bought',
    ExpressionAttributeValues: {
      ':zero': 0,
      ':a': amountCents,
      ':a10': 10 * amountCents,
      ':one': 1,
      ':expiry': expiresAt,
      ...(seen.lots > 0 && { ':lots': seen.lots, ':bought': seen.boughtCents }),
      ...more.values,
    },
  },
})

/**
 * Changes a wallet if its line of lots stands as it was seen. A line that is closed up to zero is one whose first credit went back
 * whole before it expired.
 */
export const moveIfUnmoved = (name: string, seen: Wallet, expression: string, values: Item): Write => ({
  Update: {
    TableName: name,
    Key: balanceKey(seen.companyId),
    UpdateExpression: expression,
    ConditionExpression: `gone = :seenGone AND lots = :seenLots AND bought = :seenBought AND ${seen.closedCents === 0 ? '(attribute_not_exists(closed) OR closed = :seenClosed)' : 'closed = :seenClosed'}`,
    ExpressionAttributeValues: {
      ':seenGone': seen.outCents,
      ':seenLots': seen.lots,
      ':seenBought': seen.boughtCents,
      ':seenClosed': seen.closedCents,
      ...values,
    },
  },
})

const isAbsent = 'attribute_not_exists(pk)'
/** A row that must not be there yet. */
export const putNew = (name: string, item: Item): Write => ({
  Put: { TableName: name, Item: item, ConditionExpression: isAbsent },
})

export type Pause = (round: number) => Promise<unknown>
const MOST_ROUNDS = 20
/** Tries until nothing moved between the look and the write. `attempt` answers undefined when something did. */
export async function untilUnmoved<T>(pause: Pause, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const done = await attempt()
    if (done !== undefined) return done
    await pause(Math.min(round, 5))
  }
  throw new Error('The wallet moved too often for this. It is tried again later.')
}
/** A writer that met another one waits for a time of its own, so that the same two do not meet again (full jitter). */
export const fullJitter: Pause = (round) => sleep(Math.random() * BASE_MS * 2 ** round)

const REFUSED = 'ConditionalCheckFailed'
const isPassing = (code: string) =>
  code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded'

/**
 * Writes all or nothing. Undefined when it is done; else why each row was refused, in their order. Writers that only met
 * each other are tried again, five times in all; then the caller's own retry, which finds the same keys, may go on.
 */
export async function transact(
  { client }: Table,
  items: Write[],
  pause: Pause = fullJitter,
): Promise<Refusals | undefined> {
  for (let round = 1; ; round++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items }))
      return undefined
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const reasons = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None')
      if (reasons.includes(REFUSED)) return reasons
      if (round >= MOST_TRIES || !reasons.some(isPassing)) throw error
      await pause(round)
    }
  }
}

export const isRefused = (refusals: Refusals, index: number) => refusals[index] === REFUSED

/** What taking money came to: written, written before, or refused because the wallet does not hold as much (any more). */
export type Taken = 'done' | 'already' | 'refused'

/** Takes an amount out of what can be spent, if that much is there and none of its credit has run out. */
export const take = (name: string, companyId: string, amount: Cents, now: number, reserves: boolean): Write => ({
  Update: {
    TableName: name,
    Key: balanceKey(companyId),
    UpdateExpression: `ADD bal :minus, times10 :minus10, gone :a${reserves ? ', reserved :a' : ''}`,
    ConditionExpression: 'bal >= :a AND nextExpiresAt > :now',
    ExpressionAttributeValues: { ':a': amount, ':minus': -amount, ':minus10': -10 * amount, ':now': now },
  },
})
