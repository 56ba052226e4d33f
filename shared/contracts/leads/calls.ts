import * as z from 'zod'
import { SEARCH_MAX } from '../../constants.ts'
import { leadSorts } from '../../leads/row.ts'
import { leadMoments } from '../../leads/timeline.ts'
import { campaignStatuses } from '../../model/campaign.ts'
import { productLines } from '../../model/company.ts'
import { exclusionLevels } from '../../model/exclusion.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Day, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'
import { ListFileWire } from '../lib/list-file.ts'

/** Times are ISO. What the reader may not see is empty. */
const LeadWire = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  page_url: z.string(),
  keyword: z.string(),
  visited_at: z.string(),
  /** When it was stored; with the id it names the lead. */
  created_at: z.string(),
  /** There once it was given back: whose exclusion list came to name the person, and when. */
  credit: z.object({ at: z.string(), level: z.enum(exclusionLevels) }).optional(),
  /** There once the person was erased: all that was known of them is empty. */
  erased_at: z.string().optional(),
})

/** A lead of a report, by the names that tools know: those of its campaign and its client stand beside it. */
const LeadRowWire = z.object({
  id: z.string(),
  /** When it was stored; with the id it names the lead. */
  created_at: z.string(),
  visited_at: z.string(),
  leadspeek_api_id: z.string(),
  campaign_name: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  leadspeek_type: z.enum(productLines),
  timezone: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  email2: z.string(),
  phone: z.string(),
  phone2: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  keyword: z.string(),
  landing_url: z.string(),
  /** By the names that the root gives to what campaigns may ask for. */
  advanced: z.record(z.string(), z.string()),
  b2b: z.record(z.string(), z.string()),
  /** The company that the person works for; empty where the campaign does not ask for it, or nobody knows it. */
  worksAt: z.string(),
  /** Dollars. */
  price: z.number(),
  /** Dollars; never for clients. */
  wholesale: z.number().optional(),
  credit: LeadWire.shape.credit,
  erased_at: LeadWire.shape.erased_at,
})

/** Leads that one amount was paid for. */
export const BilledLeads = z.object({
  data: z.array(LeadRowWire),
  /** There may be none on a page although there are more. */
  next_cursor: z.string().nullable(),
  filename: z.string().optional(),
  csv: z.string().optional(),
})

/** What every report of leads is asked by. */
const reported = {
  /** The client's agency, or the client itself; with `all` for the client, whose clients are meant. */
  companyId: Id,
  clientId: Id,
  startDate: Day,
  endDate: Day,
  moduleType: z.enum(['', ...productLines]).default(''),
  campaignID: Id.or(z.literal('')).default(''),
}
/** In which order, and what of them is looked for. */
const ordered = {
  sortby: z.enum(leadSorts).default('created'),
  order: z.enum(['asc', 'desc']).default('desc'),
  searchQuery: z.string().trim().max(SEARCH_MAX).default(''),
}

const about = {
  can: 'lead:read',
  pages: ['lineDashboard', 'lineLeadsManagement'],
  company: 'clientId',
  allOf: 'companyId',
  campaign: 'campaignID',
  takesRemoved: true,
} as const

export const list = call({
  method: 'GET',
  path: '/leadspeek/report/lead/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    "Leads of a client, of one of its campaigns, or (`all`) of all clients of a company, that were stored between two days (both included, each in its campaign's time zone). Newest first by key; searched or sorted otherwise up to 20,000 leads of the days.",
  ...about,
  rounds: {
    most: 5,
    reason:
      'The campaign is found by its number, belongs to a client, and says the zone of its days; the meter is read before the days that are over, both before the page, and then what the reader may see of its leads.',
  },
  input: z.object({
    ...reported,
    Page: PageNumber,
    PerPage,
    ...ordered,
    cursor: z.string().max(1000).optional(),
  }),
  output: pageOf(LeadRowWire),
})

/** Amounts in dollars; left out where nobody kept apart what each product brought, and wholesale for clients always. */
const Totals = z.object({ leads: z.number(), spend: z.number().optional(), wholesale: z.number().optional() })

export const chart = call({
  method: 'GET',
  path: '/leadspeek/report/chart/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    'Leads by day, with zeros for days that have none: a series for each of the five campaigns with most leads, one for the others together, and Total; what they cost in all; with before=T also the sums of as many days before; with leads=T also the first page of the leads, as the list answers it, where there are not too many campaigns to look at each. From counters and keys alone, so that it costs the same for any number of leads.',
  ...about,
  rounds: {
    most: 3,
    reason:
      'The campaign is found by its number and belongs to a client; the campaigns of a client or an agency are known before their meters, and the meters before the days that are over.',
  },
  input: z.object({
    ...reported,
    series: z.enum(['T', 'F']).default('T'),
    before: z.enum(['T', 'F']).default('F'),
    leads: z.enum(['T', 'F']).default('F'),
    PerPage,
  }),
  output: z.object({
    labels: z.array(z.string()),
    /** Total is the last one. Only those of a campaign have its number. */
    series: z.array(z.object({ name: z.string(), leadspeek_api_id: z.string().optional(), data: z.array(z.number()) })),
    totals: Totals.extend({ average: z.number() }),
    before: Totals.extend({ startdate: z.string(), enddate: z.string() }).optional(),
    leads: pageOf(LeadRowWire).optional(),
    /** The client that was asked for, or the company whose clients all are meant. */
    company_name: z.string(),
    /** The campaign that was asked for. */
    campaign: z
      .object({
        id: z.string(),
        leadspeek_api_id: z.string(),
        campaign_name: z.string(),
        company_id: z.string(),
        company_name: z.string(),
        status: z.enum(campaignStatuses),
        timezone: z.string(),
      })
      .optional(),
  }),
})

export const initDates = call({
  method: 'GET',
  path: '/leadspeek/report/initdate/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    'The days that a report begins with: from the first lead on (else from the start of the campaign, else the last 30 days) until today. Where there is no lead yet, also what will bring the first one.',
  ...about,
  rounds: {
    most: 4,
    reason: 'The campaigns are known before their meters, and these before it is asked what a campaign waits for.',
  },
  input: z.object(reported),
  output: z.object({
    startdate: z.string(),
    enddate: z.string(),
    timezone: z.string(),
    has_leads: z.enum(['T', 'F']),
    /**
     * `make`: there is no campaign. `start`: none runs. `pixel`: the pixel was never heard of. `visit`: it was heard of (`at`), and
     * waits for visitors. `pull`: people are looked for next at `at`.
     */
    next: z
      .object({
        what: z.enum(['make', 'start', 'pixel', 'visit', 'pull']),
        at: z.string().nullable(),
        leadspeek_api_id: z.string(),
        campaign_name: z.string(),
        company_id: z.string(),
      })
      .nullable(),
  }),
})

export const download = call({
  method: 'GET',
  path: '/leadspeek/report/lead-csv/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    'The leads that a report lists as a file: columns that the reader may not see, or the campaigns do not have, are not in it. Up to 10,000 are answered at once, as `csv` or, where that is too large for an answer, by `file`; a file of more is ordered, made campaign by campaign up to this instant, and told by `file`, which also asks how far it is and where it lies once it is done.',
  ...about,
  rounds: {
    most: 3,
    reason:
      'The campaigns are known before their meters, these before the days that are over, and both before the leads that the file holds.',
  },
  input: z.object({ ...reported, ...ordered, file: Id.or(z.literal('')).default('') }),
  output: z.object({
    result: z.literal('success'),
    filename: z.string(),
    csv: z.string().optional(),
    file: ListFileWire.optional(),
  }),
})

const Named = z.object({ id: z.string(), name: z.string(), value: z.string() })

export const get = call({
  method: 'GET',
  path: '/leadspeek/report/lead-timeline/{clientId}/{leadspeekID}/{storedAt}/{leadId}',
  summary:
    'A lead and what happened to it, the earliest first: why it was found, what it was sold for, and each try to deliver it.',
  can: 'lead:read',
  pages: ['lineDashboard', 'lineLeadsManagement'],
  company: 'clientId',
  campaign: 'leadspeekID',
  takesRemoved: true,
  rounds: ofCampaign,
  input: z.object({
    clientId: Id,
    leadspeekID: Id,
    /** Instant of storing, as the list answers it. */
    storedAt: z.iso.datetime({ error: 'This is not an instant.' }),
    leadId: Id,
  }),
  output: z.object({
    result: z.literal('success'),
    data: LeadWire.extend({
      /** The page before the visited one; empty where there was none. */
      referrer: z.string(),
      other_emails: z.array(z.string()),
      other_phones: z.array(z.string()),
      address: z.string(),
      zip: z.string(),
      advanced: z.array(Named),
      b2b: z.array(Named),
    }),
    leadspeek_api_id: z.string(),
    campaign_name: z.string(),
    company_name: z.string(),
    timezone: z.string(),
    timeline: z.array(
      z.object({
        step: z.enum(leadMoments),
        at: z.string(),
        message: z.string(),
        /** Dollars. */
        retail: z.number().optional(),
        /** Dollars; never for clients. */
        wholesale: z.number().optional(),
        integration_slug: z.string().optional(),
        destination: z.string().optional(),
        status: z.number().optional(),
      }),
    ),
  }),
})

export const explainCharge = call({
  method: 'GET',
  path: '/leadspeek/report/lead-charge/{clientId}/{leadspeekID}/{storedAt}/{leadId}',
  summary:
    'Why a lead was charged as it was: the price and since when it held, the limit, the exclusion lists, what paid for it. Worked out again from the versions of prices that held when it was stored.',
  can: 'lead:read',
  pages: ['lineDashboard', 'lineLeadsManagement'],
  company: 'clientId',
  campaign: 'leadspeekID',
  takesRemoved: true,
  rounds: {
    most: 3,
    reason:
      'The campaign is found by its number, belongs to a client, leads to its lead, and the lead to its prices and its bill.',
  },
  input: z.object({
    clientId: Id,
    leadspeekID: Id,
    storedAt: z.iso.datetime({ error: 'This is not an instant.' }),
    leadId: Id,
  }),
  output: z.object({
    result: z.literal('success'),
    data: z.object({
      /** Dollars. */
      retail: z.number(),
      /** Dollars; never for clients. */
      wholesale: z.number().optional(),
      /** Whether the prices of that time come to what was charged. */
      right: z.boolean(),
      reasons: z.array(z.object({ label: z.string(), text: z.string() })),
      /** The invoice that it stands on, and whose that is; there once somebody was asked for it who is the reader's to see. */
      invoice: z.object({ company_id: z.string(), invoice_number: z.string() }).optional(),
    }),
  }),
})
