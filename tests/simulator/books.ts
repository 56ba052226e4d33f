// Everything there is of a wallet, put together from the rows that were seen, and what does not add up in it.

import type { Item } from '#functions/data/lib/table.ts'
import { toEntry, toLot, toWallet } from '#functions/data/wallet/items.ts'
import { booksOf, type Entry, lateTopUpId, paymentKeyOf, sumOf } from '#shared/money/ledger.ts'
import { creditOf, type KeptLot, type Lot, placeLots } from '#shared/money/lots.ts'
import type { Wallet } from '#shared/money/wallet.ts'
import { invoiceOf } from './debts.ts'
import type { Taken } from './provider.ts'
import type { Change, Pages } from './watch.ts'

export type Books = {
  wallet: Wallet
  times10: number
  entries: Entry[]
  lots: Lot[]
  counters: number
  isSwept: boolean
}

/** Nobody may call a payment failed sooner, unless the provider says that it did. */
const GIVEN_UP_AFTER_MS = 4 * 60_000

// A row that did not change is the same object, and is read once.
const known = new WeakMap<Item, object>()
function once<T extends object>(item: Item, read: (item: Item) => T): T {
  const found = known.get(item)
  // @NOTE rows of one kind are always read by the same function.
  if (found) return found as T
  const made = read(item)
  known.set(item, made)
  return made
}

export function toBooks(companyId: string, pages: Pages): Books {
  const books: Books = {
    wallet: toWallet(companyId, undefined),
    times10: 0,
    entries: [],
    lots: [],
    counters: 0,
    isSwept: false,
  }
  const lots: KeptLot[] = []
  for (const [pk, rows] of pages)
    for (const [sk, item] of rows) {
      if (pk.startsWith('REV#')) books.counters += Number(item.bal)
      else if (!pk.startsWith('W#')) continue
      else if (sk === 'BAL') {
        books.wallet = once(item, (row) => toWallet(companyId, row))
        books.times10 = Number(item.times10 ?? 0)
      } else if (sk === 'SWEEP') books.isSwept = true
      else if (sk.startsWith('T#')) books.entries.push(once(item, toEntry))
      else if (sk.startsWith('LOT#')) lots.push(once(item, toLot))
    }
  lots.sort((a, b) => a.number - b.number)
  // One that the wallet does not count is a fault, and must be seen.
  return { ...books, lots: placeLots(lots, { lots: lots.length, boughtCents: books.wallet.boughtCents }) }
}

function opened() {
  const faults: string[] = []
  const must = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  return { faults, must }
}

/** What must hold of a wallet by itself after every single write. */
export function ownFaults({ wallet, entries, lots, counters, times10, isSwept }: Books, now: number): string[] {
  const { faults, must } = opened()
  const { balanceCents, reservedCents, boughtCents, outCents } = wallet
  const own = booksOf(entries)
  must(sumOf(own) === 0, 'all accounts add up to zero')
  must(
    balanceCents + reservedCents + counters === 0,
    `wallet and counter-accounts add up to zero (${balanceCents} + ${reservedCents} + ${counters})`,
  )
  must(balanceCents >= 0 && reservedCents >= 0, `no balance is negative (${balanceCents}, ${reservedCents})`)
  must(
    balanceCents + reservedCents === own.wallet,
    `the balance is the sum of the ledger (${balanceCents} + ${reservedCents}, ${own.wallet})`,
  )
  must(balanceCents === boughtCents - outCents, 'the balance is what was bought less what is gone')
  must(times10 === 10 * balanceCents, 'both forms of the balance are the same')
  const credit = creditOf(lots, outCents)
  must(credit === balanceCents, `the balance is the sum of the lots (${credit}, ${balanceCents})`)
  must(lots.length === wallet.lots, 'every lot is counted')
  must(
    wallet.amountCents === 0 || isSwept === !wallet.isStopped,
    'the schedule knows which wallets are topped up by themselves',
  )
  const automatic = entries.filter(({ origin }) => origin === 'auto')
  const crossings = automatic.filter(({ state }) => state !== 'void').map(({ id }) => id.split('-')[1])
  must(new Set(crossings).size === crossings.length, 'one automatic top-up for each time the balance fell')
  must(automatic.filter(({ state }) => state === 'pending').length <= 1, 'one automatic top-up is under way at a time')
  // One that was paid shows that the card is good again.
  const lastPaidAt = Math.max(
    0,
    ...entries.flatMap(({ kind, state, settledAt }) =>
      kind === 'topup' && state === 'posted' ? [settledAt ?? 0] : [],
    ),
  )
  const recent = automatic.filter(({ state, at }) => state === 'void' && at > Math.max(lastPaidAt, now - 86_400_000))
  must(recent.length <= 3, 'at most three automatic tries fail in 24 hours')
  for (const late of entries.filter(({ origin }) => origin === 'late')) {
    const first = entries.find(({ id }) => lateTopUpId(id) === late.id)
    const isTimely = first?.settledAt != null && first.settledAt - first.at >= GIVEN_UP_AFTER_MS
    must(isTimely, `${late.id} was not given up while its payment could still be under way`)
  }
  return faults
}

/** What one write may do to a wallet. `since` is when the round began in which the person who wrote it looked at the clock. */
export function moveFaults(before: Wallet, after: Wallet, since: number): string[] {
  const { faults, must } = opened()
  if (after.autoTries > before.autoTries) {
    must(!before.isStopped, 'no automatic top-up begins once it is stopped')
    must(before.isTopUpEnabled, 'no automatic top-up begins while it is switched off')
    must(before.pendingAuto === null, 'no automatic top-up begins while another is under way')
    must(10 * before.balanceCents < before.lastBalanceCents, 'no automatic top-up begins above a tenth')
    must(after.autoTries === before.autoTries + 1, 'automatic tries are counted one by one')
    const { monthlyCapCents: cap, autoMonthCents } = after
    must(cap === null || autoMonthCents <= cap, 'no automatic top-up goes beyond the monthly limit')
  }
  const isSpent = after.outCents > before.outCents && after.closedCents === before.closedCents
  const isStale = before.nextExpiresAt !== null && before.nextExpiresAt <= since
  must(!(isSpent && isStale), 'nothing is spent after it has expired')
  return faults
}

/** The wallet as it was before some changes, from its row. */
export const walletIn = (companyId: string, changes: readonly Change[]) => {
  const change = changes.find(({ sk }) => sk === 'BAL')
  return change && { before: toWallet(companyId, change.before), after: toWallet(companyId, change.after) }
}

export type Known = { amountCents: number; outcome: 'done' | 'unknown' }

/** What must hold between the books, the payment provider's, and what those know who spent. */
export function sharedFaults(
  { entries }: Books,
  taken: readonly Taken[],
  spendings: ReadonlyMap<string, Known>,
): string[] {
  const { faults, must } = opened()
  const posted = entries.filter(({ kind, state }) => kind === 'topup' && state === 'posted')
  const byKey = new Map<string, Entry[]>()
  for (const entry of posted) byKey.set(paymentKeyOf(entry), [...(byKey.get(paymentKeyOf(entry)) ?? []), entry])
  const paid = taken.filter(({ kind, status }) => kind === 'wallet' && status === 'succeeded')
  for (const { id, key, amountCents } of paid) {
    const mine = byKey.get(key) ?? []
    must(mine.length <= 1, `the payment ${key} is in the books once at most`)
    for (const entry of mine)
      must(
        entry.amountCents === amountCents && entry.chargeId === id,
        `the payment ${key} is in the books as it was made`,
      )
  }
  for (const key of byKey.keys())
    must(paid.filter((payment) => payment.key === key).length === 1, `${key} was paid exactly once`)

  const charges = new Map(
    entries.filter((entry) => entry.kind === 'charge' && !invoiceOf(entry)).map((entry) => [entry.id, entry]),
  )
  for (const [id, { amountCents, outcome }] of spendings) {
    if (outcome === 'done')
      must(
        charges.get(`chg-${id}`)?.amountCents === amountCents,
        `the spending ${id} that was confirmed is in the books`,
      )
    charges.delete(`chg-${id}`)
  }
  must(charges.size === 0, 'nothing is in the books that nobody asked for')
  return faults
}

/** Five minutes after nothing fails any more only those are open whose owner was asked by their bank, and has ten minutes. */
export const openFaults = ({ entries }: Books, asked: ReadonlySet<string>): string[] =>
  entries
    .filter((entry) => entry.state === 'pending' && !asked.has(paymentKeyOf(entry)))
    .map(({ id }) => `nobody knows after five minutes what became of ${id}`)

/** What must hold once nothing fails any more and the schedules have run: no question is open, and both sides' books agree. */
export function finalFaults({ entries }: Books, taken: readonly Taken[]): string[] {
  const { faults, must } = opened()
  const open = entries.filter(({ state }) => state === 'pending').length
  must(open === 0, `${open} payments are still open`)
  const sum = (list: readonly { amountCents: number }[]) => list.reduce((all, { amountCents }) => all + amountCents, 0)
  const paid = sum(taken.filter(({ kind, status }) => kind === 'wallet' && status === 'succeeded'))
  const booked = sum(entries.filter(({ kind, state }) => kind === 'topup' && state === 'posted'))
  must(paid === booked, `the payment provider took ${paid}, the books say ${booked}`)
  return faults
}
