// What clients pay for a product or a campaign, and who pays an agency's campaigns.
import * as z from 'zod'
import { paymentTerms, productLines } from '../../model/company.ts'
import { MOST_CAP_CENTS } from '../../money/client-cap.ts'
import { limitPeriods, topUpModes } from '../../money/price-list.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Day, Done, Id, seenOf } from '../lib/fields.ts'
import { Amount, LeadAmount, WireAmount } from './fields.ts'

const pages = ['agencyList', 'clientManagement'] as const
const OptionalDay = z.union([z.literal(''), Day])
const count = (most: number) => z.coerce.number('Enter a number.').int('Enter a whole number.').min(0).max(most)

const about = {
  /** A person of the client; one of the agency itself means the prices that its new clients begin with. */
  ClientID: Id,
  ModuleID: z.enum(productLines, 'There is no product of this name.'),
  /** One campaign; without it the prices that new campaigns of the client begin with. */
  leadspeekID: z
    .union([Id, z.literal('')])
    .optional()
    .transform((id) => id || undefined),
}

const Wholesale = z.object({
  platform_fee: WireAmount,
  cost_month: WireAmount,
  cost_per_lead: WireAmount,
  cost_per_lead_advanced: WireAmount,
})

/** What a client pays. */
const Retail = z.object({
  CostSet: WireAmount,
  CostSetAdvanced: WireAmount,
  CostSetB2b: WireAmount,
  CostMonth: WireAmount,
  CostMaxLead: WireAmount,
  LimitLead: z.number(),
  LimitLeadFreq: z.enum(limitPeriods),
  LimitLeadStart: z.string(),
  LimitLeadEnd: z.string(),
  PaymentTerm: z.enum(paymentTerms),
  topupoptions: z.enum(topUpModes),
  leadsbuy: z.number(),
  PlatformFee: WireAmount,
})

export const getPrice = call({
  method: 'GET',
  path: '/configuration/user/costmodule/{ClientID}/{ModuleID}',
  summary: "A client's prices for a product, or those of one campaign, beside what they cost the agency.",
  can: 'price:read',
  pages,
  user: 'ClientID',
  campaign: 'leadspeekID',
  rounds: { most: 4, reason: 'The companies that a price is between are found one from the other.' },
  input: z.object(about),
  output: z.object({
    data: Retail,
    /** Terms that the agency offers. */
    terms: z.array(z.enum(paymentTerms)),
    /** Why the payment term of the campaign cannot be changed now, and how to go on; empty where it can. */
    term_locked: z.string(),
    /** What the agency pays, by term. */
    wholesale: z.record(z.enum(paymentTerms), Wholesale),
    /** Campaigns of the client for this product, which may have prices of their own. */
    campaigns: z.array(z.object({ id: z.string(), name: z.string(), is_active: z.boolean() })),
  }),
})

export const campaignPrice = call({
  method: 'GET',
  path: '/configuration/campaign-price/{companyID}/{ModuleID}',
  summary: 'What a client pays for a product, or for one campaign. What it costs the agency is not in it.',
  can: 'campaign:read',
  pages: ['campaign', 'campaignSetup', 'lineCampaignManagement', 'lineCampaignManagementV1'],
  company: 'companyID',
  campaign: 'leadspeekID',
  rounds: ofCampaign,
  input: z.object({ companyID: Id, ModuleID: about.ModuleID, leadspeekID: about.leadspeekID }),
  output: z.object({
    data: Retail,
    /** F while nobody set a price: then all of it is 0. */
    is_set: WireFlag,
  }),
})

const price = {
  CostSet: LeadAmount.optional(),
  CostSetAdvanced: LeadAmount.optional(),
  CostSetB2b: LeadAmount.optional(),
  CostMonth: Amount.optional(),
  CostMaxLead: LeadAmount.optional(),
  LimitLead: count(10_000_000).optional(),
  LimitLeadFreq: z.enum(limitPeriods, 'Choose day, month or max.').optional(),
  LimitLeadStart: OptionalDay.optional(),
  LimitLeadEnd: OptionalDay.optional(),
  PaymentTerm: z.enum(paymentTerms, 'There is no payment term of this name.').optional(),
  topupoptions: z.enum(topUpModes, 'Choose onetime or continual.').optional(),
  leadsbuy: count(10_000_000).optional(),
  PlatformFee: Amount.optional(),
}

export const savePrice = call({
  method: 'PUT',
  path: '/configuration/user/costmodule',
  summary:
    'Sets what a client pays, from now on: leads that exist keep their prices. What is left out stays as it is. The term of a campaign that runs, or that has paid leads left, cannot be changed.',
  can: 'price:update',
  inView: 'refused',
  pages,
  user: 'ClientID',
  campaign: 'leadspeekID',
  audit: { action: 'Cost Change', did: 'Set prices', tried: 'Tried to set prices' },
  rounds: { most: 6, reason: 'The companies that a price is between are found one from the other, then what it was.' },
  input: z.object({ ...about, ...price, ...seenOf(price) }),
  output: Done,
})

const CapState = z.object({
  /** What the leads of all campaigns of the client may cost in a calendar month; nothing (0.00) for no bound. */
  monthly_cap: WireAmount,
  /** What they cost in this month so far. */
  used: WireAmount,
  is_reached: WireFlag,
  /** The day (`YYYY-MM-DD`) from which leads come again; empty where it is not reached. */
  clears_on: z.string(),
})

export const spendingCap = call({
  method: 'GET',
  path: '/configuration/client-spending-cap/{companyID}',
  summary: 'The most that all campaigns of a client may cost in a month, and how far it is used up.',
  can: 'price:read',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: CapState,
})

export const setSpendingCap = call({
  method: 'PUT',
  path: '/configuration/client-spending-cap',
  summary:
    'Sets the most that all campaigns of a client may cost in a month, exactly, from now on; what they cost in it so far counts. 0 for no bound.',
  can: 'price:update',
  inView: 'refused',
  pages,
  company: 'companyID',
  audit: { action: 'Cost Change', did: 'Set a monthly bound', tried: 'Tried to set a monthly bound' },
  rounds: {
    most: 23,
    reason: 'Each campaign of the client joins the bound in a transaction of its own.',
    again: 'Campaigns that were made while it was set join it as well.',
  },
  input: z.object({
    companyID: Id,
    monthly_cap: Amount.refine((cents) => cents <= MOST_CAP_CENTS, 'Enter at most $1,000,000.'),
    ...seenOf({ monthly_cap: Amount }),
  }),
  output: CapState.extend(Done.shape),
})

export const manualBill = call({
  method: 'PUT',
  path: '/configuration/agency-manual-bill',
  summary:
    "Whether an agency's campaigns are billed wholesale to the agency's own card. Turning it off stops all of them and charges what is unbilled.",
  can: 'manual-bill:update',
  inView: 'refused',
  pages: ['agencyList'],
  company: 'companyID',
  idempotent: true,
  audit: { action: 'Manual Bill', did: 'Saved manual billing', tried: 'Tried to switch manual billing' },
  rounds: { most: 4, reason: 'The card is looked at before the agency is billed by hand.' },
  input: z.object({ companyID: Id, manualBill: flagInput }),
  output: Done.extend({ manual_bill: WireFlag, stopped_campaigns: z.number() }),
})

export const changeCosts = call({
  method: 'PUT',
  path: '/configuration/agency-costs',
  summary:
    'Changes some of what an agency pays for one product under one payment term, from now on. Prices that are left out stay as they are.',
  can: 'cost:update',
  inView: 'refused',
  pages: ['agencyList'],
  company: 'companyID',
  audit: { action: 'Cost Change', did: 'Set costs', tried: 'Tried to set costs' },
  rounds: { most: 4, reason: 'The present costs are read before the next are written.' },
  input: z.object({
    companyID: Id,
    ModuleID: about.ModuleID,
    PaymentTerm: z.enum(paymentTerms, 'There is no payment term of this name.'),
    PlatformFee: Amount.optional(),
    MinCostMonth: Amount.optional(),
    Costperlead: LeadAmount.optional(),
    /** Only Site ID has leads with advanced data. */
    CostperleadAdvanced: LeadAmount.optional(),
  }),
  output: Done.extend({ changed: z.boolean() }),
})
