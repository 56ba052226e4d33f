// A wallet's month as people read it: one row for each entry, in words.
import { addDays, startOfDay } from '../dates.ts'
import { type Cents, ZERO } from './cents.ts'
import { toCurrency } from './format.ts'
import { bringsCredit, type Entry, effectOf } from './ledger.ts'

export const transactionTypes = ['topup', 'charge', 'other'] as const
export type TransactionType = (typeof transactionTypes)[number]

export type StatementRow = {
  id: string
  title: string
  createdAt: number
  expiredAt: number | null
  /** More for the wallet, or less; zero for a payment that failed or is not certain yet. */
  amountCents: Cents
  type: TransactionType
  isPending: boolean
}

function titleOf({ kind, state, title, reason, amountCents }: Entry): string {
  if (kind !== 'topup' || state === 'posted') return title
  if (state === 'pending')
    return `${title} of ${toCurrency(amountCents)}: waiting for your bank or the payment provider`
  return `${title} of ${toCurrency(amountCents)} failed: ${reason ?? 'the payment was not made.'}`
}

export function toRow(entry: Entry): StatementRow {
  const { id, kind, state, at, expiresAt } = entry
  const isMove = state === 'posted'
  return {
    id,
    title: titleOf(entry),
    createdAt: at,
    expiredAt: bringsCredit(entry) && isMove ? expiresAt : null,
    amountCents: isMove ? effectOf(entry) : ZERO,
    type: isMove && (kind === 'topup' || kind === 'charge') ? kind : 'other',
    isPending: state === 'pending',
  }
}

/** Newest first; entries of the same moment by their id, so that the order is always the same. */
export const newestFirst = (a: Pick<Entry, 'at' | 'id'>, b: Pick<Entry, 'at' | 'id'>): number =>
  b.at - a.at || (a.id < b.id ? 1 : -1)

/** The instants of a month (`YYYY-MM`) in a zone: from `start` up to, but without, `end`. */
export function monthIn(timeZone: string, month: string): { start: number; end: number } {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return { start: startOfDay(timeZone, first), end: startOfDay(timeZone, next) }
}
