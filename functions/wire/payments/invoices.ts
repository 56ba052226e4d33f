// What a company was asked to pay, as its payer reads it: a list, and the same as a file.
import type { Output } from '#shared/contracts/index.ts'
import { inBooks, toCsvLine } from '#shared/csv.ts'
import { PAID_BY_WALLET } from '#shared/model/card-name.ts'
import type { Company } from '#shared/model/company.ts'
import { type InvoiceLine, isTakenBack, isUnreachable, type Payment } from '#shared/model/payment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { notKnownToPayer } from '#shared/money/not-known.ts'
import { priceDollars } from '#shared/money/price-text.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { isOfLeads } from '../../domain/billing/bill-lines.ts'
import { type InvoiceNames, paperName } from '../../domain/invoices/names.ts'
import { invoiceNumber } from '../../domain/invoices/number.ts'
import { reasonOf, whyVoid } from './reason.ts'

export type InvoiceRow = Output<'payments.invoices'>['data'][number]

/** `seesFees`: the reader is no client, who hears of nothing that its agency pays. */
type Reading = InvoiceNames & { issuer: Company | undefined; seesFees: boolean }

const dollars = (amountCents: number) => toDollars(cents(amountCents))

function toLine(
  { label, qty, unitCentiCents, amountCents }: InvoiceLine,
  { about }: Pick<Payment, 'about'>,
): InvoiceRow['lines'][number] {
  const isCounted = qty !== undefined && unitCentiCents !== undefined
  return {
    label,
    qty: isCounted ? qty : null,
    unit: isCounted ? priceDollars(unitCentiCents) : '',
    amount: dollars(amountCents),
    leads: about === 'leads' && isOfLeads(label),
  }
}

function toStatus({ status, failedAt, disputeSettledAt, ...payment }: Payment): InvoiceRow['status'] {
  if (isUnreachable({ ...payment, status })) return 'open'
  if (status === 'open' && failedAt !== null) return 'failed'
  if (isTakenBack({ ...payment, disputeSettledAt })) return 'disputed'
  return disputeSettledAt === null ? status : 'settled'
}

export function toInvoice(payment: Payment, { payer, client, campaigns, issuer, seesFees }: Reading): InvoiceRow {
  const { description, amountCents, lines, retries, createdAt, failedAt } = payment
  const { refundedCents, dispute, paidWith, applicationFeeCents } = payment
  const status = toStatus(payment)
  const isUnknown = isUnreachable(payment)
  const isFailed = status === 'failed' && !isUnknown
  const shown = lines.length > 0 ? lines : [{ label: description, amountCents }]
  const discountCents = payment.discountCents ?? 0
  return {
    invoice_number: invoiceNumber(payment),
    type: payer.kind === 'client' ? 'client' : 'agency',
    issuer: issuer ? paperName(issuer) : '',
    company_id: payer.id,
    company_name: payer.name,
    client,
    campaigns,
    description,
    term: payment.term,
    period_start: payment.periodFromOn ?? '',
    period_end: payment.periodToOn ?? '',
    lines: shown.map((line) => toLine(line, payment)),
    subtotal: dollars(payment.subtotalCents ?? amountCents + discountCents),
    discount: dollars(discountCents),
    total: dollars(amountCents),
    currency: 'USD',
    platform_fee: seesFees && applicationFeeCents ? dollars(applicationFeeCents) : '',
    status,
    refunded: refundedCents > 0 ? dollars(refundedCents) : '',
    dispute: dispute && {
      state: dispute.state,
      reason: disputeText(dispute.reason),
      amount: dollars(dispute.amountCents),
    },
    paid_with: paidWith,
    card_last4: /\b\d{4}$/.exec(paidWith)?.[0] ?? '',
    payment_id: paidWith === PAID_BY_WALLET ? '' : (payment.chargeId ?? ''),
    created_at: createdAt,
    paid_at: status === 'void' ? null : payment.endedAt,
    attempts: payment.attempts,
    reason: isUnknown ? notKnownToPayer : isFailed ? reasonOf(payment) : status === 'void' ? whyVoid(payment) : '',
    next_try_at: isFailed && failedAt !== null ? nextTryAt({ failedAt, retries }) : null,
  }
}

const iso = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
type Line = InvoiceRow['lines'][number]

/** The columns of the file, and what stands in them for a line of an invoice. */
const columns: readonly (readonly [string, (row: InvoiceRow, line: Line) => string])[] = [
  ['Invoice', (row) => row.invoice_number],
  ['Date', (row) => iso(row.created_at)],
  ['Issued by', (row) => row.issuer],
  ['Billed to', (row) => row.company_name],
  ['Client', (row) => row.client?.name ?? ''],
  ['Campaign', (row) => row.campaigns.map(({ name }) => name).join(', ')],
  ['For', (row) => row.description],
  ['Term', (row) => row.term ?? ''],
  ['Period from', (row) => row.period_start],
  ['Period to', (row) => row.period_end],
  ['Line', (_, line) => line.label],
  ['Quantity', (_, line) => (line.qty === null ? '' : String(line.qty))],
  ['Unit price', (_, line) => inBooks(line.unit)],
  ['Amount', (_, line) => inBooks(line.amount)],
  ['Invoice subtotal', (row) => inBooks(row.subtotal)],
  ['Invoice discount', (row) => row.discount],
  ['Invoice total', (row) => row.total],
  ['Currency', (row) => row.currency],
  ['Status', (row) => (row.status === 'paid' && row.refunded !== '' ? 'partly refunded' : row.status)],
  ['Paid with', (row) => row.paid_with],
  ['Paid on', (row) => iso(row.paid_at)],
  ['Payment', (row) => row.payment_id],
  ['Tries', (row) => String(row.attempts)],
  ['Reason', (row) => row.reason],
  ['Went back', (row) => row.refunded],
  ['Dispute', (row) => row.dispute?.state ?? ''],
]
const feeColumn: (typeof columns)[number] = ['Platform fee of invoice', (row) => row.platform_fee]

/** One line for each line of an invoice, by the one writer that lets no cell run as a formula. */
export function invoicesCsv(rows: readonly InvoiceRow[], seesFees: boolean): string {
  const shown = seesFees ? [...columns, feeColumn] : columns
  const lines = rows.flatMap((row) => row.lines.map((line) => toCsvLine(shown.map(([, cell]) => cell(row, line)))))
  return [toCsvLine(shown.map(([head]) => head)), ...lines].join('')
}
