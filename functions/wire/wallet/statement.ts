// A wallet's month as a file.
import { toCsvLine } from '#shared/csv.ts'
import { type Cents, cents, toDollars } from '#shared/money/cents.ts'
import type { StatementRow } from '#shared/money/statement.ts'

const HEADER = ['id', 'title', 'created_at', 'expired_at', 'amount', 'transaction_type']
const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString())

/** Books write what goes out in brackets: spreadsheets read it as a negative number, and never as a formula. */
const signed = (amount: Cents) => (amount < 0 ? `(${toDollars(cents(-amount))})` : toDollars(amount))

/** A month as CSV with a header line, oldest first as books are. */
export function statementCsv(rows: readonly StatementRow[]): string {
  const lines = rows.map(({ id, title, createdAt, expiredAt, amountCents, type }) =>
    toCsvLine([id, title, iso(createdAt), iso(expiredAt), signed(amountCents), type]),
  )
  return [toCsvLine(HEADER), ...lines].join('')
}
