import * as z from 'zod'
import { transactionTypes } from '../../money/statement.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { BilledLeads } from '../leads/calls.ts'
import { call } from '../lib/call.ts'
import { Done, Id, PaperFile, seenOf } from '../lib/fields.ts'

const base = '/configuration/agencies/prepaid'

const Month = z.string().regex(/^[2-8]\d{3}-(0[1-9]|1[0-2])$/, 'Write the month as YYYY-MM.')
/** Dollars as a person or a program writes them. What they mean is said by one parser, in cents. */
const Dollars = z.union([z.number(), z.string().max(20)]).transform(String)
/** `202611-auto-3-1`: the month under which an entry is kept, and its id. */
const TransactionId = z.string().regex(/^\d{6}-[A-Za-z0-9_-]{1,100}$/, 'This is not the id of a transaction.')

const Transaction = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  expired_at: z.string().nullable(),
  /** Dollars; below zero for what left the wallet. */
  amount: z.number(),
  transaction_type: z.enum(transactionTypes),
  /** Nobody knows yet whether it was paid: `confirm` says how it stands. */
  pending: z.literal(true).optional(),
})

/**
 * `action`: the bank asks the card's owner. The browser confirms with the provider's script and this secret, then `confirm` says
 * what came of it. Failures come with a status of their own; screens take a `result` that says so for one, too.
 */
const Charged = z.object({
  result: z.enum(['success', 'action', 'failed', 'error']),
  message: z.string(),
  confirmation: z.object({ transaction_id: z.string(), client_secret: z.string(), public_key: z.string() }).optional(),
})

export const get = call({
  method: 'GET',
  path: `${base}/get-direct-payment`,
  summary:
    "An agency's Data Wallet: balances, the saved amount, and the transactions of a month (the present one unless named).",
  can: 'wallet:read',
  company: 'company_id',
  rounds: { most: 3, reason: 'Credit that has expired is taken first.' },
  input: z.object({ company_id: Id, date: Month.optional() }),
  output: z.object({
    custom_amount: WireFlag,
    amount: z.number(),
    /** What can be spent. */
    balance_amount: z.number(),
    /** Everything that was ever bought. */
    total_amount: z.number(),
    /** The balance right after the latest top-up. */
    last_balance_amount: z.number(),
    /** What expires next of the balance; null where nothing is left. */
    next_expiry: z.object({ amount: z.number(), at: z.string() }).nullable(),
    stop_continual: WireFlag,
    /** Most that automatic top-ups may charge in a month; null for no limit. */
    monthly_limit: z.number().nullable(),
    is_enable_topup_prepaid_direct_payment: z.boolean(),
    has_card: z.boolean(),
    /** The present month where the company is: the one that is read where none is named. */
    this_month: Month,
    transaction_history: z.array(Transaction),
  }),
})

export const history = call({
  method: 'GET',
  path: `${base}/get-transaction-history-direct-payment`,
  summary: "One month of a wallet's transactions, newest first, in the company's time zone.",
  can: 'wallet:read',
  company: 'company_id',
  rounds: { most: 3, reason: 'Credit that has expired is taken first.' },
  input: z.object({ company_id: Id, date: Month }),
  output: z.object({ transaction_history: z.array(Transaction) }),
})

export const explain = call({
  method: 'GET',
  path: `${base}/explain-transaction/{company_id}/{transaction_id}`,
  summary:
    'Why a transaction is there: the rule that moved the money, its facts, the accounts, and the lots it was paid from.',
  can: 'wallet:read',
  company: 'company_id',
  input: z.object({ company_id: Id, transaction_id: TransactionId }),
  output: z.object({
    rule: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Of leads that it paid: their campaign. Of an invoice that it paid: that. Empty for none. */
    campaign_number: z.string(),
    /** Of leads that it paid: how many there were at each price, in dollars. */
    leads: z.array(z.object({ count: z.number(), price: z.number() })),
    invoice_number: z.string(),
    from: z.string(),
    to: z.string(),
    lots: z.array(z.object({ number: z.number(), bought_at: z.string(), expired_at: z.string(), amount: z.number() })),
  }),
})

export const leads = call({
  method: 'GET',
  path: `${base}/transaction-leads/{company_id}/{transaction_id}`,
  summary:
    'The leads that a transaction paid ahead, one by one, the earliest first, page by page; with `format` csv as a file.',
  can: 'wallet:read',
  pages: ['lineDashboard', 'lineLeadsManagement'],
  company: 'company_id',
  input: z.object({
    company_id: Id,
    transaction_id: TransactionId,
    cursor: z.string().max(1000).optional(),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  output: BilledLeads,
})

export const stopContinual = call({
  method: 'POST',
  path: `${base}/stop-continual-topup`,
  summary: 'Stops automatic top-ups, or lets them go on.',
  can: 'wallet:update',
  company: 'company_id',
  inView: 'refused',
  audit: {
    action: 'Setting Change',
    did: 'Saved whether automatic top-ups go on',
    tried: 'Tried to change the automatic top-ups',
  },
  rounds: { most: 4, reason: 'The wallet is read before it is changed and for the log after it.' },
  input: z.object({ company_id: Id, stop_continual: flagInput }),
  output: Done.extend({ stop_continual: WireFlag }),
})

export const save = call({
  method: 'POST',
  path: `${base}/save-prepaid-direct-payment`,
  summary: 'Keeps the amount that automatic top-ups buy. Nothing is charged.',
  can: 'wallet:update',
  company: 'company_id',
  inView: 'refused',
  audit: {
    action: 'Setting Change',
    did: 'Saved the automatic top-ups',
    tried: 'Tried to change the automatic top-ups',
  },
  rounds: {
    most: 5,
    reason: 'The wallet is read before it is changed and for the log after it.',
    again: 'What was so is compared with what is so now.',
  },
  input: z.object({
    company_id: Id,
    /** What is not sent stays as it is. */
    amount: Dollars.optional(),
    /** Goes with the amount. */
    custom_amount: flagInput.default(false),
    /** Empty for no limit. */
    monthly_limit: Dollars.optional(),
    ...seenOf({ amount: Dollars, monthly_limit: Dollars }),
  }),
  output: Done,
})

export const charge = call({
  method: 'POST',
  path: `${base}/charge-prepaid-direct-payment`,
  summary:
    'Charges the card on file and adds the amount to the wallet; `action` where the bank wants its owner to confirm first. 422: nothing was charged. 503: not certain yet; how it ended is found out without charging again, and told to who asks with the same key.',
  can: 'wallet:update',
  company: 'company_id',
  inView: 'refused',
  idempotent: true,
  audit: { action: 'Top Up', did: 'Ordered a top-up', tried: 'Tried to order a top-up' },
  rounds: { most: 4, reason: 'A payment is written down before the provider is asked and after it has answered.' },
  input: z.object({
    company_id: Id,
    amount: Dollars,
    custom_amount: flagInput,
    /** Automatic top-ups buy this amount from now on. Without it they stay as they are: one charge decides nothing for later ones. */
    save_amount: flagInput.optional(),
    /** Whether they are stopped from now on. Taken with `save_amount` alone: a page may have been open since before they were stopped. */
    stop_continual: flagInput.optional(),
    /** What the browser believes; the address that is kept is the one we saw. */
    ip_user: z.string().max(64).default(''),
    timezone: z.string().max(64).default(''),
    payment_type: z.literal('credit_card', 'Wallets are topped up by credit card.'),
  }),
  output: Charged,
})

export const confirm = call({
  method: 'POST',
  path: `${base}/confirm-charge-direct-payment`,
  summary:
    'What became of a top-up that was ordered: after the bank asked the owner of the card, or later. It never charges. 422: nothing was charged. 503: not certain yet.',
  can: 'wallet:update',
  company: 'company_id',
  inView: 'refused',
  audit: { action: 'Top Up', did: 'Looked at a top-up', tried: 'Tried to confirm a top-up' },
  input: z.object({ company_id: Id, transaction_id: TransactionId }),
  output: Charged,
})

export const download = call({
  method: 'GET',
  path: `${base}/download-transaction-history-direct-payment/{companyId}/{month}`,
  summary: "A short-lived address of one month of a wallet's transactions as CSV, with a header line.",
  can: 'wallet:read',
  company: 'companyId',
  rounds: { most: 3, reason: 'Credit that has expired is taken first.' },
  input: z.object({ companyId: Id, month: Month }),
  output: z.object({ url: z.string(), filename: z.string() }),
})

export const receipt = call({
  method: 'GET',
  path: `${base}/receipt/{company_id}/{transaction_id}`,
  summary:
    "The receipt of a paid top-up as a PDF in its issuer's brand. The first who asks has it made: ask again until it is `done`.",
  can: 'wallet:read',
  company: 'company_id',
  input: z.object({ company_id: Id, transaction_id: TransactionId }),
  output: PaperFile,
})

export const enableTopUp = call({
  method: 'POST',
  path: `${base}/enable-topup-direct-payment`,
  summary: "Switches an agency's top-ups off or on, by hand and automatic. Its credit stays and can be spent.",
  can: 'wallet:enable',
  inView: 'refused',
  company: 'company_id',
  audit: { action: 'Setting Change', did: 'Saved whether top-ups are on', tried: 'Tried to switch top-ups' },
  rounds: { most: 4, reason: 'The wallet is read before it is changed and for the log after it.' },
  input: z.object({ company_id: Id, is_enable_topup_prepaid_direct_payment: z.boolean() }),
  output: Done,
})
