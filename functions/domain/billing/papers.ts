// Invoices and receipts as files. What one says is made of our books alone, and its file lies under the hash of that: the same
// paper is drawn once, and one that says something else by now (it was paid, say) is another file.
import { createHash } from 'node:crypto'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { notFound } from '#shared/errors.ts'
import type { PaperRef } from '#shared/jobs.ts'
import { PAID_BY_WALLET, paidWithName } from '#shared/model/card-name.ts'
import type { Company } from '#shared/model/company.ts'
import { type InvoiceLine, isTakenBack, isUnreachable, type Payment } from '#shared/model/payment.ts'
import { cents, ZERO } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { toCurrency } from '#shared/money/format.ts'
import type { Entry } from '#shared/money/ledger.ts'
import { notKnownToPayer } from '#shared/money/not-known.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Paper, Party } from '../../pdf/paper.ts'
import { type InvoiceNames, nameInvoices, paperName } from '../invoices/names.ts'
import { invoiceNumber, paperNumber } from '../invoices/number.ts'
import { brandSource } from '../settings/brand-source.ts'

/** Raised when papers are drawn in another way, so that nobody is given one of before. */
const EDITION = 3

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const receiptNumber = ({ companyId, id }: Pick<Entry, 'companyId' | 'id'>): string =>
  paperNumber('RCP', `${companyId}#${id}`)

/** `logo` is an address as a brand keeps it, of a picture of this company's. */
export type Written = { paper: Paper; logo: string | null; logoOwner: string }

const placeOf = (company: Company): Party => {
  const { street, city, stateCode, zip, countryCode } = company.address
  const town = [city, [stateCode, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return { name: paperName(company), address: [street, town, town && countryCode].filter(Boolean) }
}

/** Who asks a company for money: an agency its clients, the root its agencies. */
async function issuerOf(db: Pick<Db, 'company'>, payer: Company): Promise<{ issuer: Company; face: Company }> {
  const issuer = payer.parentId ? await db.company.find(payer.parentId) : undefined
  if (!issuer) throw notFound('invoice')
  const above = issuer.parentId ? await db.company.find(issuer.parentId) : undefined
  return { issuer, face: brandSource(issuer, above) }
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SYSTEM_ZONE })
/** The day of an instant as the pages say it: in the system's zone, in which money is counted. */
const day = (at: number) => longDay.format(at)
const zone = new Intl.DateTimeFormat('en-US', { timeZone: SYSTEM_ZONE, timeZoneName: 'longGeneric' })
  .formatToParts(0)
  .find(({ type }) => type === 'timeZoneName')?.value

const states = {
  paid: 'Paid',
  settled: 'Paid outside the platform',
  open: 'Under way',
  refunded: 'Refunded',
  void: 'Not owed any more',
} as const

type Said = Pick<Paper, 'title' | 'number' | 'at' | 'facts' | 'lines' | 'sums' | 'totalCents' | 'afterTotal' | 'notes'>

/** Of what was paid and went back at the provider: refunded there, or disputed by the card's owner. */
const wentBack = (backCents: number, amountCents: number, to = 'card'): string =>
  `${backCents < amountCents ? `${toCurrency(cents(backCents))} of it` : 'It'} went back to the ${to}.`

function statusOf(payment: Payment): string {
  if (payment.status === 'open' && payment.failedAt !== null && !isUnreachable(payment)) return 'Payment failed'
  if (isTakenBack(payment)) return 'Disputed'
  if (payment.status === 'paid' && payment.disputeSettledAt === null && payment.refundedCents > 0)
    return 'Partly refunded'
  return payment.disputeSettledAt === null ? states[payment.status] : states.settled
}

/** A day without an instant, as it is written in our books. */
const dateText = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))

const toLine = ({ label, amountCents, qty, unitCentiCents }: InvoiceLine): Paper['lines'][number] => ({
  label,
  amountCents,
  ...(qty !== undefined &&
    unitCentiCents !== undefined && {
      count: new Intl.NumberFormat('en-US').format(qty),
      unit: priceCurrency(unitCentiCents),
    }),
})

/** Whose campaign it is for, and for which days. */
function aboutOf(payment: Payment, { payer, client, campaigns }: InvoiceNames): Paper['facts'] {
  const { term, periodFromOn, periodToOn, description, lines } = payment
  const period = periodFromOn && periodToOn ? [...new Set([periodFromOn, periodToOn])].map(dateText).join(' to ') : ''
  return [
    // Without lines of its own it stands among them.
    { label: 'For', value: lines.length > 0 ? description : '' },
    { label: 'Client', value: client && client.id !== payer.id ? client.name : '' },
    { label: 'Campaign', value: campaigns.map(({ name }) => name).join(', ') },
    { label: 'Term', value: term ?? '' },
    { label: 'Period', value: period },
  ].filter(({ value }) => value !== '')
}

function sayInvoice(payment: Payment, names: InvoiceNames): Said {
  const { status, failedAt, description, amountCents, lines, createdAt, endedAt, paidWith, reason, retries } = payment
  const { dispute, refundedCents, discountCents, subtotalCents } = payment
  const isUnknown = isUnreachable(payment)
  const isFailed = status === 'open' && failedAt !== null && !isUnknown
  const next = isFailed ? nextTryAt({ failedAt, retries }) : null
  return {
    title: 'Invoice',
    number: invoiceNumber(payment),
    at: createdAt,
    facts: [
      { label: 'Date', value: day(createdAt) },
      { label: 'Status', value: statusOf(payment) },
      ...(status !== 'open' && paidWith ? [{ label: 'Paid with', value: paidWithName(paidWith) }] : []),
      ...(endedAt === null || status === 'void' ? [] : [{ label: 'Paid on', value: day(endedAt) }]),
      ...aboutOf(payment, names),
    ],
    lines: (lines.length > 0 ? lines : [{ label: description, amountCents }]).map(toLine),
    sums: discountCents
      ? [
          { label: 'Subtotal', amountCents: subtotalCents ?? amountCents + discountCents },
          { label: 'Discount', amountCents: -discountCents },
        ]
      : [],
    totalCents: amountCents,
    afterTotal: refundedCents > 0 ? [{ label: 'Refund', amountCents: -refundedCents }] : [],
    notes: [
      ...(isUnknown ? [notKnownToPayer] : []),
      ...(isFailed ? [reason, next === null ? '' : `It is tried again on ${day(next)}.`].filter(Boolean) : []),
      ...(refundedCents > 0
        ? [wentBack(refundedCents, amountCents, paidWith === PAID_BY_WALLET ? PAID_BY_WALLET : undefined)]
        : []),
      ...(isTakenBack(payment) && dispute ? [disputeText(dispute.reason)] : []),
    ],
  }
}

function sayReceipt(entry: Entry): Said {
  const { title, amountCents, at, settledAt, expiresAt } = entry
  const returned = entry.returnedCents ?? ZERO
  return {
    title: 'Receipt',
    number: receiptNumber(entry),
    at,
    facts: [
      { label: 'Date', value: day(at) },
      { label: 'Status', value: states.paid },
      ...(settledAt === null ? [] : [{ label: 'Paid on', value: day(settledAt) }]),
    ],
    lines: [{ label: title, amountCents }],
    sums: [],
    totalCents: amountCents,
    afterTotal: [],
    notes: [
      ...(returned > 0 ? [wentBack(returned, amountCents)] : []),
      ...(expiresAt === null || returned >= amountCents ? [] : [`This credit can be spent until ${day(expiresAt)}.`]),
    ],
  }
}

async function write(db: Pick<Db, 'company'>, payer: Company, said: Said) {
  const { issuer, face } = await issuerOf(db, payer)
  const { name, font, linkColour, logo, logoDark } = face.brand
  const paper: Paper = {
    ...said,
    notes: [...said.notes, `All days are days in ${zone}.`],
    brand: { name, font, linkColour },
    issuer: placeOf(issuer),
    payer: placeOf(payer),
  }
  return { paper, logo: logo ?? logoDark, logoOwner: face.id }
}

export async function writeInvoice(
  db: Pick<Db, 'company' | 'campaign'>,
  payer: Company,
  payment: Payment,
): Promise<Written> {
  const namesOf = await nameInvoices(db, payer, [payment])
  return write(db, payer, sayInvoice(payment, namesOf(payment)))
}

/** Only what was paid has a receipt. */
export function writeReceipt(db: Pick<Db, 'company'>, payer: Company, entry: Entry | undefined): Promise<Written> {
  if (entry?.kind !== 'topup' || entry.state !== 'posted') throw notFound('receipt')
  return write(db, payer, sayReceipt(entry))
}

export const paperKey = ({ paper, logo, logoOwner }: Written, companyId: string): string =>
  `exports/papers/${companyId}/${hashOf(JSON.stringify([EDITION, paper, logo, logoOwner])).slice(0, 32)}.pdf`

type Deps = { files: Pick<Files, 'exists' | 'downloadUrl'>; queues: Pick<Queues, 'send'> }

/** The file, or word that it is being made. A message that is sent twice draws it once. */
export async function offerPaper({ files, queues }: Deps, ref: PaperRef, written: Written) {
  const key = paperKey(written, ref.companyId)
  const filename = `${written.paper.number}.pdf`
  const said = { result: 'success' as const, filename }
  if (await files.exists(key))
    return {
      ...said,
      status: 'done' as const,
      url: await files.downloadUrl(key, filename, undefined, 'application/pdf'),
    }
  await queues.send('makePaper', ref)
  return { ...said, status: 'making' as const }
}
