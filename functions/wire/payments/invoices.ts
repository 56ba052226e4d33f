// What a company was asked to pay, as its payer reads it: a list, and the same as a file.
import type { Output } from '#shared/contracts/index.ts'
import { toCsvLine } from '#shared/csv.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { invoiceNumber } from '../../domain/billing/papers.ts'

export type InvoiceRow = Output<'payments.invoices'>['data'][number]

const dollars = (amountCents: number) => toDollars(cents(amountCents))

export function toInvoice(payment: Payment): InvoiceRow {
  const { status, failedAt, description, amountCents, lines, retries, createdAt } = payment
  const { refundedCents, dispute, disputeSettledAt } = payment
  const isFailed = status === 'open' && failedAt !== null
  const shown = lines.length > 0 ? lines : [{ label: description, amountCents }]
  return {
    number: invoiceNumber(payment),
    description,
    campaign_id: payment.campaignId ?? '',
    created_at: createdAt,
    amount: dollars(amountCents),
    lines: shown.map((line) => ({ label: line.label, amount: dollars(line.amountCents) })),
    status: isFailed ? 'failed' : isTakenBack(payment) ? 'disputed' : disputeSettledAt === null ? status : 'settled',
    refunded: refundedCents > 0 ? dollars(refundedCents) : '',
    dispute: dispute && {
      state: dispute.state,
      reason: disputeText(dispute.reason),
      amount: dollars(dispute.amountCents),
    },
    paid_with: payment.paidWith,
    ended_at: payment.endedAt,
    attempts: payment.attempts,
    reason: isFailed ? payment.reason : '',
    next_try_at: isFailed ? nextTryAt({ failedAt, retries }) : null,
  }
}

const head = [
  'Invoice',
  'Date',
  'For',
  'Line',
  'Amount',
  'Status',
  'Paid with',
  'Paid on',
  'Tries',
  'Reason',
  'Went back',
  'Dispute',
]
/** Books write what is taken off in brackets: spreadsheets read it as a negative number, and never as a formula. */
const inBooks = (amount: string) => (amount.startsWith('-') ? `(${amount.slice(1)})` : amount)
const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString())

/** One line for each line of an invoice, by the one writer that lets no cell run as a formula. */
export function invoicesCsv(rows: readonly InvoiceRow[]): string {
  const lines = rows.flatMap((row) =>
    row.lines.map((line) =>
      toCsvLine([
        ...[
          row.number,
          iso(row.created_at),
          row.description,
          line.label,
          inBooks(line.amount),
          row.status,
          row.paid_with,
        ],
        ...[iso(row.ended_at), String(row.attempts), row.reason, row.refunded, row.dispute?.state ?? ''],
      ]),
    ),
  )
  return [toCsvLine(head), ...lines].join('')
}
