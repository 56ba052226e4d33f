// Reads everything there is of a wallet and says what does not add up. It looks past the queue of turns, between two steps.
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { toEntry, toLot, toWallet } from '#functions/data/ledger-items.ts'
import type { Table } from '#functions/data/table.ts'
import { booksOf, type Entry, expiryId, paymentKeyOf, sumOf } from '#shared/money/ledger.ts'
import { creditOf, type Lot, remainingOf } from '#shared/money/lots.ts'
import type { Wallet } from '#shared/money/wallet.ts'
import type { Payment } from './bank.ts'

export type Books = {
  wallet: Wallet
  times10: number
  entries: Entry[]
  lots: Lot[]
  counters: number
  open: number
  isSwept: boolean
}
type Item = Record<string, unknown>

export async function readBooks(
  { client, name }: Table,
  companyId: string,
  counterKeys: readonly Item[],
): Promise<Books> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `W#${companyId}` },
    }),
  )
  if (LastEvaluatedKey) throw new Error('The wallet is too large for one look: give companies fewer steps.')
  const of = (head: string) => Items.filter(({ sk }) => String(sk).startsWith(head))
  let counters = 0
  for (let at = 0; at < counterKeys.length; at += 100) {
    const Keys = counterKeys.slice(at, at + 100)
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [name]: { Keys, ConsistentRead: true } } }))
    for (const item of answer.Responses?.[name] ?? []) counters += Number(item.bal)
  }
  const [balance] = of('BAL')
  const entries = of('T#').map(toEntry)
  return {
    wallet: toWallet(companyId, balance),
    times10: Number(balance?.times10 ?? 0),
    entries,
    lots: of('LOT#').map(toLot),
    counters,
    open: entries.filter(({ state }) => state === 'pending').length,
    isSwept: of('SWEEP').length > 0,
  }
}

export type Known = { amountCents: number; outcome: 'done' | 'refused' | 'unknown' }

/** What must hold after every step, whatever has crashed. Each fault is one sentence. */
export function faultsOf(
  books: Books,
  payments: readonly Payment[],
  spendings: ReadonlyMap<string, Known>,
  now: number,
): string[] {
  const { wallet, entries, lots, counters, times10, isSwept } = books
  const faults: string[] = []
  const must = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  const own = booksOf(entries)
  must(sumOf(own) === 0, 'all accounts add up to zero')
  must(
    wallet.balanceCents + wallet.reservedCents + counters === 0,
    `wallet and counter-accounts add up to zero (${wallet.balanceCents} + ${wallet.reservedCents} + ${counters})`,
  )
  must(wallet.balanceCents >= 0 && wallet.reservedCents >= 0, 'no balance is negative')
  must(
    wallet.balanceCents + wallet.reservedCents === own.wallet,
    `the balance is the sum of the ledger (${wallet.balanceCents} + ${wallet.reservedCents}, ${own.wallet})`,
  )
  must(wallet.balanceCents === wallet.boughtCents - wallet.outCents, 'the balance is what was bought less what is gone')
  must(times10 === 10 * wallet.balanceCents, 'both forms of the balance are the same')
  must(
    creditOf(lots, wallet.outCents) === wallet.balanceCents,
    `the balance is the sum of the lots (${creditOf(lots, wallet.outCents)}, ${wallet.balanceCents})`,
  )
  must(lots.length === wallet.lots, 'every lot is counted')
  must(
    wallet.amountCents === 0 || isSwept === !wallet.isStopped,
    'the schedule knows which wallets are topped up by themselves',
  )
  must(
    lots.every((lot, i) => lot.number === i + 1 && lot.expiresAt >= (lots[i - 1]?.expiresAt ?? 0)),
    'lots expire in the order in which they were bought',
  )

  const topUps = entries.filter(({ kind }) => kind === 'topup')
  for (const payment of payments.filter(({ status }) => status === 'succeeded')) {
    const posted = topUps.filter((entry) => entry.state === 'posted' && paymentKeyOf(entry) === payment.key)
    must(posted.length <= 1, `the payment ${payment.id} is in the books once at most`)
    for (const entry of posted)
      must(entry.amountCents === payment.amountCents, `the payment ${payment.id} is in the books with its amount`)
  }
  for (const entry of topUps.filter(({ state }) => state === 'posted'))
    must(
      payments.filter(({ key, status }) => key === paymentKeyOf(entry) && status === 'succeeded').length === 1,
      `${entry.id} was paid exactly once`,
    )
  const automatic = topUps.filter(({ origin, state }) => origin === 'auto' && state !== 'void')
  const crossings = automatic.map(({ id }) => id.split('-')[1])
  must(new Set(crossings).size === crossings.length, 'one automatic top-up for each time the balance fell')
  const recent = topUps.filter(
    ({ origin, state, at }) => origin === 'auto' && state === 'void' && at > now - 86_400_000,
  )
  must(recent.length <= 3, 'at most three automatic tries fail in 24 hours')

  const charges = new Map(entries.filter(({ kind }) => kind === 'charge').map((entry) => [entry.id, entry]))
  for (const [id, { amountCents, outcome }] of spendings) {
    const entry = charges.get(`chg-${id}`)
    if (outcome === 'done')
      must(entry?.amountCents === amountCents, `the spending ${id} that was confirmed is in the books`)
    if (outcome === 'refused') must(!entry, `the spending ${id} that was refused is not in the books`)
    charges.delete(`chg-${id}`)
  }
  must(charges.size === 0, 'nothing is in the books that nobody asked for')
  return faults
}

/** What must hold once nothing fails any more and the schedules have run: no question is open, and both sides' books agree. */
export function finalFaults({ entries, open }: Books, payments: readonly Payment[]): string[] {
  const paid = payments
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const booked = entries
    .filter(({ kind, state }) => kind === 'topup' && state === 'posted')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return [
    ...(open === 0 ? [] : [`${open} payments are still open after five minutes`]),
    ...(paid === booked ? [] : [`the payment provider took ${paid}, the books say ${booked}`]),
  ]
}

/** Credit that had expired when a round began must leave as expired, and not as spent. */
export function spentAfterExpiry(before: Books, after: Books, now: number): string[] {
  const known = new Set(before.entries.map(({ id }) => id))
  const expired = after.entries.filter(({ id, kind }) => kind === 'expiry' && !known.has(id))
  const spent =
    after.wallet.outCents - before.wallet.outCents - expired.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return before.lots
    .filter((lot) => lot.closedAt === null && lot.expiresAt <= now)
    .flatMap((lot) => {
      const rest = remainingOf(lot, before.wallet.outCents)
      const isClosed = after.lots.some(({ number, closedAt }) => number === lot.number && closedAt !== null)
      const takenOff = after.entries.find(({ id }) => id === expiryId(lot.number))?.amountCents ?? 0
      if (isClosed && takenOff < rest)
        return [`lot ${lot.number} had ${rest} left when it expired, and ${takenOff} was taken off`]
      if (!isClosed && spent > 0) return [`lot ${lot.number} was spent after it had expired`]
      return []
    })
}
