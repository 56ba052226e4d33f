// What a campaign pays before leads come: what its start costs, the leads that it bought, and giving back what is left of them.
import * as z from 'zod'
import { paymentTerms } from '../../model/company.ts'
import { topUpModes } from '../../money/price-list.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = ['campaign', 'campaignSetup', 'lineCampaignManagement', 'lineCampaignManagementV1'] as const
const Named = z.object({ id: Id })
const toRead = { method: 'GET', can: 'campaign:read', pages, campaign: 'id', input: Named } as const

/** Dollars. */
const Dollars = z.number()

export const startCharge = call({
  ...toRead,
  path: '/leadspeek/client/start-charge/{id}',
  summary:
    'What a start of a campaign charges now, to whom, and what is charged later. Clients of an agency that is billed by hand pay nothing here.',
  rounds: {
    most: 4,
    reason: 'The campaign leads to its agency, and that to who pays.',
  },
  output: z.object({
    result: z.literal('success'),
    data: z.object({
      payment_term: z.enum(paymentTerms),
      /** Charged as soon as it is started; 0 for nothing. */
      charge_now: Dollars,
      lines: z.array(z.object({ label: z.string(), qty: z.number(), unit: Dollars, amount: Dollars })),
      /** Who is charged: the client, or its agency. */
      paid_by: z.enum(['client', 'agency']),
      /** What is charged, such as a card; empty where there is none. */
      paid_with: z.string(),
      /** What the agency pays beside the client, where prices do not cover it. Null for clients. */
      agency_pays: Dollars.nullable(),
      /** What will be charged later, a sentence each. */
      later: z.array(z.string()),
    }),
  }),
})

/** `on`: more is bought by itself. `under_way`: at this moment. `failed`: it was declined, and is tried again. `off`: it is not. */
const topUpStates = ['on', 'off', 'under_way', 'failed'] as const

export const currentTopUp = call({
  ...toRead,
  path: '/leadspeek/client/local/currenttopup/{id}',
  summary: 'How a prepaid campaign of any product buys its leads: how many, for what, what is left of each purchase.',
  rounds: ofCampaign,
  output: z.object({
    topupoptions: z.enum(topUpModes),
    leadsbuy: z.number(),
    /** Of one lead, and of all that are bought at once. */
    price: Dollars,
    total: Dollars,
    balance_leads: z.number(),
    status: z.enum(topUpStates),
    /** Purchases of which leads are left, newest first. */
    lots: z.array(z.object({ topup_id: z.string(), leads: z.number(), leads_left: z.number(), bought_at: z.string() })),
  }),
})

export const remainingBalanceLeads = call({
  ...toRead,
  path: '/leadspeek/client/local/remainingbalanceleads/{id}',
  summary: 'How many leads of a campaign are paid for and not delivered yet.',
  rounds: ofCampaign,
  output: z.object({ remainingBalanceLeads: z.number() }),
})

export const stopContinualTopUp = call({
  method: 'PUT',
  path: '/leadspeek/client/local/stopcontinualtopup',
  summary: 'Stops a campaign from buying more leads by itself, or (stop_continual F) lets it go on.',
  can: 'campaign:update',
  inView: 'refused',
  pages,
  campaign: 'leadspeekID',
  endsOnly: { unless: ['stop_continual', 'F'] },
  audit: {
    action: 'Top Up',
    did: 'Saved whether a campaign buys leads by itself',
    tried: 'Tried to change whether a campaign buys leads by itself',
  },
  rounds: { most: 4, reason: 'The campaign leads to its prices, and how it was is read for the log.' },
  input: z.object({ leadspeekID: Id, stop_continual: flagInput.default(true) }),
  output: Done.extend({ continual: WireFlag }),
})

const refunds = {
  method: 'POST',
  pages,
  campaign: 'leadspeekID',
} as const

export const estimateRefundTopUp = call({
  ...refunds,
  path: '/leadspeek/client/estimeate-refund-topup',
  summary:
    'What would go back for the leads of a prepaid campaign that are paid for and did not come. Nothing changes.',
  can: 'campaign:read',
  inView: 'allowed',
  audit: 'none',
  rounds: { most: 5, reason: 'The campaign leads to its purchases, and those to what paid them.' },
  input: z.object({ leadspeekID: Id }),
  output: z.object({
    result: z.literal('success'),
    remaining_leads: z.number(),
    /** The newest first: they go back first. */
    lots: z.array(z.object({ topup_id: z.string(), leads_left: z.number(), price: Dollars })),
    refund_amount: Dollars,
    /** Leads that stay: they were not paid by card or wallet here. */
    non_refundable: z.number(),
    /** Where the money goes, such as the card that paid. */
    refund_to: z.array(z.string()),
  }),
})

export const refundTopUp = call({
  ...refunds,
  path: '/leadspeek/client/refund-topup',
  summary:
    'Gives back what is left of the leads of a prepaid campaign that does not run, for exactly the amount that was estimated (409 where it changed). It cannot be undone.',
  can: 'campaign:update',
  endsOnly: true,
  inView: 'refused',
  idempotent: true,
  audit: { action: 'Refund', did: 'Refunded bought leads', tried: 'Tried to give bought leads back' },
  rounds: {
    most: 18,
    reason: 'What is to go back is written down before the provider is asked, and after it.',
    again: 'Each step reads what the one before it left.',
  },
  input: z.object({ leadspeekID: Id, refund_amount: z.union([z.number(), z.string().max(20)]).transform(String) }),
  output: Done.extend({
    refund_amount: Dollars,
    /** `open`: the provider has not answered to all of it yet. `failed`: leads came back because their money could not. */
    status: z.enum(['done', 'open', 'failed']),
    remaining_leads: z.number(),
  }),
})
