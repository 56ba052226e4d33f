// What companies were asked to pay, as documents.
import * as z from 'zod'
import { paymentTerms } from '../../model/company.ts'
import { disputeStates } from '../../model/payment.ts'
import { BilledLeads } from '../leads/calls.ts'
import { call } from '../lib/call.ts'
import { Day, Id, PageNumber, PaperFile, PerPage, pageOf } from '../lib/fields.ts'

const Named = z.object({ id: z.string(), name: z.string() })

const Line = z.object({
  label: z.string(),
  /** Of one kind, at `unit` each; null where the line is one amount. */
  qty: z.int().nullable(),
  /** Dollars with two to four decimals; empty where the line is one amount. */
  unit: z.string(),
  amount: z.string(),
  /** Whether `invoiceLeads` lists the leads that it is for. */
  leads: z.boolean(),
})

/** Amounts are dollars with two decimals. */
const Invoice = z.object({
  invoice_number: z.string(),
  /** Who is asked to pay: a client by its agency, or an agency by the platform. */
  type: z.enum(['client', 'agency']),
  /** Under whose name it goes out. */
  issuer: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  /** Whose campaigns it is for, also where the agency pays; null where it is for none. */
  client: Named.nullable(),
  campaigns: z.array(Named),
  description: z.string(),
  term: z.enum(paymentTerms).nullable(),
  /** Days (`YYYY-MM-DD`), both included; empty where it is for no period. */
  period_start: z.string(),
  period_end: z.string(),
  lines: z.array(Line),
  subtotal: z.string(),
  discount: z.string(),
  total: z.string(),
  currency: z.literal('USD'),
  /** What the platform keeps of it, which is what it costs the agency. Empty where it keeps nothing, and for clients. */
  platform_fee: z.string(),
  /**
   * `open`: it is under way. `settled`: paid outside the platform. `refunded`: all of it went back. `disputed`: the card's owner had
   * their bank take it back, so it is owed again. `void`: nobody owes it any more.
   */
  status: z.enum(['paid', 'failed', 'open', 'settled', 'refunded', 'disputed', 'void']),
  /** What of it went back to the card; empty when nothing did. */
  refunded: z.string(),
  dispute: z.object({ state: z.enum(disputeStates), reason: z.string(), amount: z.string() }).nullable(),
  paid_with: z.string(),
  /** Of the card that paid; empty where none did. */
  card_last4: z.string(),
  /** The charge at the payment provider; empty where none paid. */
  payment_id: z.string(),
  created_at: z.number(),
  paid_at: z.number().nullable(),
  attempts: z.number(),
  /** Why the latest try failed; empty when none did, or another one paid. */
  reason: z.string(),
  next_try_at: z.number().nullable(),
})

const InvoiceNumber = z.string().regex(/^INV-[0-9A-F]{10}$/, 'This is not the number of an invoice.')

export const invoices = call({
  method: 'GET',
  path: '/payment/invoices',
  summary:
    'What a company was asked to pay, newest first, and what became of it; with `invoice_number` that one alone; with `format` csv all of it as a file.',
  can: 'card:read',
  company: 'company_id',
  rounds: { most: 2, reason: 'What the invoices name is found once they are known.' },
  input: z.object({
    company_id: Id,
    page: PageNumber,
    invoice_number: InvoiceNumber.optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  output: pageOf(Invoice).extend({ file: z.object({ url: z.string(), filename: z.string() }).optional() }),
})

export const reportInvoices = call({
  method: 'GET',
  path: '/leadspeek/report/invoice/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    "What was asked for between two days (both included, in the campaign's time zone or the system's) for the campaigns of a client, for one of them, or (`all`) for all clients of an agency with up to 500 campaigns, newest first. A client reads what it was asked for itself; others also what its agency was asked for.",
  can: 'card:read',
  company: 'clientId',
  allOf: 'companyId',
  campaign: 'campaignID',
  takesRemoved: true,
  rounds: {
    most: 3,
    reason:
      'The campaigns of an agency say which clients were asked, and what invoices name is found once they are known.',
  },
  input: z.object({
    companyId: Id,
    clientId: Id,
    startDate: Day,
    endDate: Day,
    campaignID: Id.or(z.literal('')).default(''),
    Page: PageNumber,
    PerPage,
  }),
  output: pageOf(Invoice),
})

export const invoiceFile = call({
  method: 'GET',
  path: '/payment/invoice-file/{company_id}/{number}',
  summary:
    "An invoice as a PDF in its issuer's brand. The first who asks has it made: ask again until it is `done`, a second or two later.",
  can: 'card:read',
  company: 'company_id',
  rounds: { most: 2, reason: 'What the invoice names is found once it is known.' },
  input: z.object({ company_id: Id, number: InvoiceNumber }),
  output: PaperFile,
})

export const invoiceLeads = call({
  method: 'GET',
  path: '/payment/invoice-leads/{company_id}/{number}/{line}',
  summary:
    'The leads that a line of an invoice (counted from 0) is for, the earliest first, page by page: those that were sold in its period, were given back in it, or came out of what it bought. With `format` csv all of them as a file, up to 10,000.',
  can: 'card:read',
  pages: ['lineDashboard', 'lineLeadsManagement'],
  company: 'company_id',
  input: z.object({
    company_id: Id,
    number: InvoiceNumber,
    line: z.coerce.number().int().min(0).max(200),
    cursor: z.string().max(1000).optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  output: BilledLeads,
})

/** Dollars with two decimals. */
const Margin = z.object({
  /** What the client paid, less what went back to it. */
  charged: z.string(),
  /** What the client was asked for and has not paid. */
  unpaid: z.string(),
  /** What the agency, which is billed by hand, asks its client for itself. */
  by_hand: z.string(),
  /** Wholesale of leads, and of fees. */
  leads: z.string(),
  fees: z.string(),
  margin: z.string(),
})

export const margins = call({
  method: 'GET',
  path: '/payment/margins/{company_id}/{start}/{end}',
  summary:
    'What each campaign of a client brought its agency between two days, both included: what was charged at retail, less wholesale of leads and fees; with `format` csv as a file. Of an agency what all its clients brought, by month (`months`, the newest first; payments are in it some minutes later). Days are those of the system, and at most 366.',
  can: 'margin:read',
  company: 'company_id',
  rounds: { most: 3, reason: 'Bills are those of the campaigns, which are found first.' },
  input: z.object({ company_id: Id, start: Day, end: Day, format: z.enum(['json', 'csv']).default('json') }),
  output: z.object({
    data: z.array(z.object({ campaign_id: z.string(), campaign_name: z.string(), ...Margin.shape })),
    months: z.array(z.object({ month: z.string(), ...Margin.shape })).optional(),
    total: Margin,
    file: z.object({ url: z.string(), filename: z.string() }).optional(),
  }),
})
