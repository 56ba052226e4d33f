import * as z from 'zod'
import { billingMethods } from '../../model/billing.ts'
import { connectionStates } from '../../model/company.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const Line = z.string().trim().min(1, 'This is needed.').max(200)

/** Only what the provider made of a card comes here: its number never leaves the provider's own form. */
const CardToken = z
  .string()
  .regex(/^(pm|seti)_[A-Za-z0-9_]{1,250}$/, 'This is not a card token of the payment provider.')

const CardForm = {
  company_id: Id,
  usrID: Id,
  token: CardToken,
  cardholder: Line,
  address: Line,
  city: Line,
  state: Line,
  zip: z.string().trim().min(2, 'This is needed.').max(20),
  country: z.string().trim().length(2, 'Write the country as two letters.').toUpperCase().default('US'),
  /** What the screen said that is charged with it now, in dollars. Where that would be more by now, nothing is done (409). */
  charge_now: z.number().min(0).optional(),
}
const Coupon = z.string().trim().max(60).optional()

export const CardShown = z.object({ brand: z.string(), last4: z.string(), exp: z.string() })

/**
 * `action`: the card's owner must authenticate, then the call comes again with `setup_id` as its token. With `card` it is on file
 * already, and what is owed is to be confirmed: then it comes again as the change of a card.
 */
const CardKept = z.object({
  result: z.enum(['success', 'action']),
  message: z.string(),
  card: CardShown.nullable(),
  client_secret: z.string(),
  setup_id: z.string(),
  account: z.string(),
})

const cardPages = ['cardSetting', 'profileSetup', 'profileSetupV1'] as const
const onCard = { can: 'card:update', company: 'company_id', user: 'usrID', pages: cardPages } as const
const guarded = { idempotent: true, inView: 'refused' } as const

export const getCard = call({
  method: 'GET',
  path: '/payment/card',
  summary: 'The card on file of a company, as far as it may be shown, how it pays, and what it failed to pay.',
  can: 'card:read',
  company: 'company_id',
  pages: cardPages,
  rounds: {
    most: 2,
    reason: 'Card, payer and what failed are read at once.',
    again: 'Card and payer are found apart.',
  },
  input: z.object({ company_id: Id }),
  output: z.object({
    result: z.literal('success'),
    message: z.string(),
    card: CardShown.nullable(),
    customer_payment_id: z.string(),
    billing_method: z.enum(billingMethods),
    is_direct: z.boolean(),
    cancelled_at: z.number().nullable(),
    /** What the provider's form in the browser needs. */
    public_key: z.string(),
    account: z.string(),
    takes_cards: z.boolean(),
    failed: z.array(
      z.object({
        description: z.string(),
        campaign_id: z.string(),
        campaign_name: z.string(),
        amount: z.string(),
        reason: z.string(),
        failed_at: z.number(),
        next_try_at: z.number().nullable(),
        /** It was paid, and a bank took it back: no card pays it. */
        disputed: z.literal(true).optional(),
      }),
    ),
  }),
})

export const saveCard = call({
  method: 'PUT',
  path: '/payment/card',
  summary: 'Replaces the card on file, and charges it at once for what the old one did not pay.',
  ...onCard,
  ...guarded,
  audit: { action: 'Setting Change', did: 'Saved a card', tried: 'Tried to save a card' },
  rounds: {
    most: 24,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'The card is read again where a payment may have changed it.',
  },
  input: z.strictObject(CardForm),
  output: CardKept,
})

export const payAgain = call({
  method: 'POST',
  path: '/payment/pay-again',
  summary:
    "Asks the card on file once more for all that the caller's company failed to pay. `action`: its bank asks its owner; once they confirmed, the call comes again.",
  can: 'card:update',
  company: 'company_id',
  pages: cardPages,
  ...guarded,
  audit: {
    action: 'Setting Change',
    did: 'Charged the card again for what had failed',
    tried: 'Tried to charge the card again for what had failed',
  },
  rounds: { most: 4, reason: 'What is owed, and what could pay it, is found before anything is asked.' },
  input: z.strictObject({ company_id: Id }),
  output: z.object({
    /** `open`: nobody knows yet; it is looked up by itself. */
    result: z.enum(['success', 'action', 'declined', 'open']),
    message: z.string(),
    client_secret: z.string(),
    account: z.string(),
  }),
})

export const createCustomer = call({
  method: 'POST',
  path: '/payment/customer',
  summary: 'Keeps the first card of a client (with its agency) or of an agency (with the platform).',
  ...onCard,
  ...guarded,
  audit: { action: 'Setting Change', did: 'Saved a card', tried: 'Tried to save a card' },
  rounds: {
    most: 8,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'The card is read again where a payment may have changed it.',
  },
  input: z.strictObject({ ...CardForm, coupon_code: Coupon }),
  output: CardKept,
})

export const createDirectCustomer = call({
  method: 'POST',
  path: '/payment/customer-direct',
  summary: "Keeps an agency's card with the platform, for paying the root's prices directly.",
  ...onCard,
  ...guarded,
  audit: { action: 'Setting Change', did: 'Saved a card', tried: 'Tried to save a card' },
  rounds: {
    most: 14,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'The card is read again where a payment may have changed it.',
  },
  input: z.strictObject({ ...CardForm, coupon_code: Coupon }),
  output: CardKept,
})

export const setBillingMethod = call({
  method: 'PUT',
  path: '/payment/set-billing-method',
  summary:
    'What charges are taken from: the card, or the Data Wallet of an agency that pays directly. Where it changes, what failed is tried once more, if the company itself asks.',
  can: 'card:update',
  company: 'company_id',
  inView: 'refused',
  audit: {
    action: 'Setting Change',
    did: 'Set what charges are taken from',
    tried: 'Tried to set what charges are taken from',
  },
  input: z.object({ company_id: Id, billing_method: z.enum(billingMethods) }),
  output: Done,
})

export const cancelSubscription = call({
  method: 'PUT',
  path: '/configuration/cancel-subscription',
  summary: 'Ends the contract of an agency: its campaigns stop, and nothing new begins. A root can undo it.',
  can: 'contract:cancel',
  company: 'company_id',
  ...guarded,
  sensitive: true,
  audit: { action: 'Setting Change', did: 'Cancelled the subscription', tried: 'Tried to cancel the subscription' },
  rounds: {
    most: 21,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'It is looked again until no campaign runs.',
  },
  input: z
    .object({ company_id: Id, reason: z.string().trim().max(200).default(''), undo: z.boolean().default(false) })
    .superRefine(({ reason, undo }, context) => {
      if (!undo && reason === '') context.addIssue({ code: 'custom', path: ['reason'], message: 'This is needed.' })
    }),
  inLines: ['reason'],
  output: Done,
})

const Connection = z.object({
  result: z.literal('success'),
  message: z.string(),
  data: z.object({
    url: z.string(),
    status: z.enum(connectionStates),
    charges_enabled: z.boolean(),
    payouts_enabled: z.boolean(),
    /** What the provider still asks for, as sentences for people. */
    requirements: z.array(z.string()),
  }),
})
const ReturnUrl = z.string().trim().min(1).max(500)

const ofAgency = { company: 'companyID', pages: ['generalSetting', 'profileSetup', 'profileSetupV1'] } as const
const ofSales = { user: 'usrID', pages: ['salesConnectAccount', 'salesAccountList'] } as const

export const getConnectedAccountLink = call({
  method: 'GET',
  path: '/general/get-connected-account-link',
  summary: "The provider's form for opening a connected account.",
  can: 'connection:update',
  inView: 'refused',
  sensitive: true,
  ...ofAgency,
  input: z.object({ companyID: Id, return_url: ReturnUrl }),
  output: Connection,
})

export const getExistingConnectedAccountLink = call({
  method: 'GET',
  path: '/general/get-existing-connected-account-link',
  summary: "For an account that was begun: the form that goes on, or the owner's own pages at the provider.",
  can: 'connection:update',
  inView: 'refused',
  sensitive: true,
  ...ofAgency,
  input: z.object({ companyID: Id, return_url: ReturnUrl }),
  output: Connection,
})

export const createConnectedAccount = call({
  method: 'POST',
  path: '/general/create-connected-account',
  summary: 'Makes the connected account of an agency, and answers the form that opens it.',
  can: 'connection:update',
  ...guarded,
  // Of an account that was there it answers the same way in as the links beside it.
  sensitive: true,
  ...ofAgency,
  audit: {
    action: 'Setting Change',
    did: 'Began to connect a payment account',
    tried: 'Tried to connect a payment account',
  },
  rounds: {
    most: 18,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'The account is read again after the provider was asked.',
  },
  input: z.object({ companyID: Id, return_url: ReturnUrl }),
  output: Connection,
})

export const checkConnectedAccount = call({
  method: 'GET',
  path: '/general/check-connected-account',
  summary: 'How the connected account of an agency stands now, as the provider says.',
  can: 'connection:read',
  ...ofAgency,
  rounds: {
    most: 6,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
  },
  input: z.object({ companyID: Id }),
  output: Connection,
})

export const createSalesConnectedAccount = call({
  method: 'POST',
  path: '/general/create-sales-connected-account',
  summary:
    'Makes the connected account of a sales person when there is none, or another one when it failed, and answers the form that opens it.',
  can: 'sales-connection:update',
  ...guarded,
  // Of an account that was there it answers the way into its own pages.
  sensitive: true,
  ...ofSales,
  audit: {
    action: 'Setting Change',
    did: 'Began to connect a payment account',
    tried: 'Tried to connect a payment account',
  },
  rounds: {
    most: 19,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
    again: 'The account is read again after the provider was asked.',
  },
  input: z.object({ usrID: Id, return_url: ReturnUrl }),
  output: Connection,
})

export const checkSalesConnectedAccount = call({
  method: 'GET',
  path: '/general/check-sales-connected-account',
  summary: 'How the connected account of a sales person stands now, as the provider says.',
  can: 'sales-connection:read',
  ...ofSales,
  rounds: {
    most: 4,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
  },
  input: z.object({ usrID: Id }),
  output: Connection,
})

export const resetPaymentConnection = call({
  method: 'PUT',
  path: '/general/reset-payment-connection',
  summary: 'Lets go of the connected account of an agency, so that another one can be opened.',
  can: 'connection:update',
  ...guarded,
  sensitive: true,
  ...ofAgency,
  audit: {
    action: 'Setting Change',
    did: 'Disconnected the payment account',
    tried: 'Tried to disconnect the payment account',
  },
  rounds: {
    most: 6,
    reason: 'Each step at the provider is written down before and after it, so that a crash in between is found.',
  },
  input: z.object({ companyID: Id }),
  output: Connection,
})

export const settleManually = call({
  method: 'PUT',
  path: '/general/manual-bill-settlement',
  summary:
    'Records that what a company failed to pay was paid outside the platform, or that payments which nobody can look up were not charged. It cannot be undone.',
  can: 'settlement:update',
  user: 'userID',
  ...guarded,
  audit: { action: 'Settlement', did: 'Settled what was owed', tried: 'Tried to settle what was owed' },
  rounds: { most: 5, reason: 'What failed is found before it is settled.' },
  input: z.object({
    userID: Id,
    /**
     * Only of payments of which nobody can tell whether they were charged: they were not, as somebody found in the account that was asked.
     * They are owed again.
     */
    not_charged: z.literal(true).optional(),
  }),
  output: Done,
})

export const listUnpaid = call({
  method: 'GET',
  path: '/payment/unpaid/{company_id}',
  summary:
    "What companies below a root owe after a payment was declined or taken back, and payments of which nobody can tell whether they were charged, oldest first: who, for what, since when, and how much of it is the root's; refunds that could not go, or of which nobody can tell whether they did, and what agencies did not get of refunds.",
  can: 'settlement:update',
  pages: ['agencyList'],
  company: 'company_id',
  input: z.object({ company_id: Id, cursor: z.string().max(1000).optional() }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        user_id: z.string(),
        company_id: z.string(),
        company_name: z.string(),
        agency_name: z.string(),
        company_type: z.enum(['agency', 'client']),
        description: z.string(),
        /** Dollars. */
        amount: z.string(),
        /** Of it what the root is owed: all of an agency's, the application fee of a client's. */
        root_amount: z.string(),
        failed_at: z.string(),
        reason: z.string(),
        attempts: z.number(),
        next_try_at: z.string().nullable(),
        /** It was paid, and a bank took it back: it is owed until the dispute is won or somebody settles it. */
        disputed: z.literal(true).optional(),
        /** Nobody can tell whether it was charged before the account that was asked is connected again, or an operator says so. */
        unknown: z.literal(true).optional(),
      }),
    ),
    /** Where there are any on this page: refunds of which nobody can tell whether they went, credits that could not, and what an agency did not get of one (`company_name` is that agency then), the oldest first. */
    refunds: z
      .array(
        z.object({
          leadspeekID: z.string(),
          campaign_name: z.string(),
          refund: z.number(),
          part: z.number(),
          company_name: z.string(),
          agency_name: z.string(),
          /** Dollars: to the client, and of the root's fee to its agency. */
          amount: z.string(),
          fee_amount: z.string(),
          since: z.string(),
          reason: z.string(),
        }),
      )
      .optional(),
    /**
     * The same of whole charges that are to go back because nobody keeps what they paid for: the second of one that came twice, one whose
     * payment was forgotten, a start that could not be made.
     */
    charges: z
      .array(
        z.object({
          charge: z.string(),
          company_name: z.string(),
          agency_name: z.string(),
          description: z.string(),
          /** Dollars: to the payer, and of the root's fee to the agency. */
          amount: z.string(),
          fee_amount: z.string(),
          since: z.string(),
          reason: z.string(),
        }),
      )
      .optional(),
    next_cursor: z.string().nullable(),
  }),
})

export const endOwedRefund = call({
  method: 'PUT',
  path: '/payment/owed-refund',
  summary:
    'Asks once more for a whole charge to go back that could not, or (by_hand) records that somebody saw to it outside the platform: nothing is asked for it any more, and its fee does not go back by itself either. That cannot be undone; what went by now is refused (409).',
  can: 'settlement:update',
  pages: ['agencyList'],
  company: 'company_id',
  endsOnly: true,
  ...guarded,
  audit: { action: 'Settlement', did: 'Cleared up a refund', tried: 'Tried to clear up a refund' },
  rounds: { most: 4, reason: 'The refund is found, and asked for once more, before it is settled.' },
  input: z.object({
    company_id: Id,
    charge: z.string().min(1).max(255),
    by_hand: z.literal(true).optional(),
  }),
  output: Done.extend({ status: z.enum(['open', 'done']) }),
})

export const endRefund = call({
  method: 'PUT',
  path: '/payment/unknown-refund',
  summary:
    'Looks once more what became of a refund that nobody could look up, or (by_hand) records that somebody saw to it outside the platform: nothing is asked for it any more, and its part of the fee does not go back by itself either. That cannot be undone; what is known by now is refused (409).',
  can: 'settlement:update',
  pages: ['agencyList'],
  campaign: 'leadspeekID',
  takesRemoved: true,
  endsOnly: true,
  ...guarded,
  audit: { action: 'Settlement', did: 'Cleared up a refund', tried: 'Tried to clear up a refund' },
  rounds: { most: 5, reason: 'The campaign leads to its refund, which is looked up before it is settled.' },
  input: z.object({
    leadspeekID: Id,
    refund: z.int().min(1),
    part: z.int().min(0).max(1000),
    by_hand: z.literal(true).optional(),
  }),
  output: Done.extend({ status: z.enum(['open', 'done', 'failed']) }),
})
