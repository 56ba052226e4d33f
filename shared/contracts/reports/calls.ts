import * as z from 'zod'
import { ALL } from '../../constants.ts'
import { productLines } from '../../model/company.ts'
import { call } from '../lib/call.ts'
import { Day, Id } from '../lib/fields.ts'

/** How many people were seen, and what became of them. */
const FunnelWire = z.object({
  pixel_visits: z.number(),
  provider_matches: z.number(),
  leads: z.number(),
  unmatched: z.number(),
  incomplete: z.number(),
  excluded: z.number(),
  duplicate: z.number(),
  limit: z.number(),
  no_funds: z.number(),
  /** Of the leads those that some destination did not get. */
  delivery_failed: z.number(),
  /** Nothing was asked about these: a monthly amount was reached, the campaign did not run, the page was not the campaign's, or the visitor was a customer. */
  cap: z.number(),
  inactive: z.number(),
  elsewhere: z.number(),
  converted: z.number(),
})

export const analytics = call({
  method: 'GET',
  path: '/configuration/report-analytics/{startDate}/{endDate}/{companyId}/{campaignId}/{module}',
  summary:
    "What became of everybody whom campaigns have seen, by day: of the whole platform, an agency, a client or a campaign. `all` leaves out a filter. Days are those of each campaign's zone; they are counted up to an hour ago.",
  can: 'analytics:read',
  pages: ['reportAnalytics'],
  company: 'companyId',
  input: z.object({
    startDate: Day,
    endDate: Day,
    companyId: z.union([z.literal(ALL), Id]),
    /** Its id or its public number. */
    campaignId: z.union([z.literal(ALL), Id]),
    module: z.enum([ALL, ...productLines]),
  }),
  output: z.object({
    result: z.literal('success'),
    totals: FunnelWire,
    /** One for each day of the range, the first one first. */
    data: z.array(FunnelWire.extend({ date: z.string() })),
  }),
})

const Dollars = z.number()
const Revenue = z.object({
  /** What clients paid. */
  retail: Dollars,
  /** What agencies paid for leads and fees, no matter from whose card. */
  wholesale: Dollars,
  /** What the leads cost the platform, by the costs that held when they were paid. */
  root_cost: Dollars,
  /** Wholesale, set-ups, fees of developers and minimum spend, without what the leads cost and what went back. */
  root_revenue: Dollars,
  onboarding: Dollars,
  developer_fee: Dollars,
  true_up: Dollars,
  /** Of what agencies paid, what went back or was taken back by a bank. */
  refunds: Dollars,
})

export const revenue = call({
  method: 'GET',
  path: '/configuration/root-revenue/{startDate}/{endDate}',
  summary:
    "What a platform earned between two days, from invoices that were paid on them: in all, by product and by agency. Days are those of the system's zone. What went back counts on the day of its payment.",
  can: 'revenue:read',
  pages: ['reportAnalytics'],
  input: z.object({ startDate: Day, endDate: Day }),
  output: z.object({
    result: z.literal('success'),
    data: Revenue.extend({
      by_product: z.record(z.string(), Revenue),
      /** The one that brought most first. */
      by_agency: z.array(Revenue.extend({ company_id: z.string(), company_name: z.string() })),
      /** Days that brought something. */
      by_day: z.array(z.object({ date: z.string(), retail: Dollars, wholesale: Dollars, root_revenue: Dollars })),
    }),
  }),
})

export const underPerforming = call({
  method: 'GET',
  path: '/configuration/get-under-perform-campaigns',
  summary:
    'Campaigns that have run for a week and found fewer leads in the last seven days than they should. They are looked for once a day.',
  can: 'analytics:read',
  pages: ['reportAnalytics'],
  input: z.object({}),
  output: z.object({
    result: z.literal('success'),
    data: z.array(
      z.object({
        leadspeek_api_id: z.string(),
        campaign_name: z.string(),
        company_name: z.string(),
        agency: z.string(),
        minimumLimitLeads: z.number(),
        leads_last_7_days: z.number(),
      }),
    ),
  }),
})
