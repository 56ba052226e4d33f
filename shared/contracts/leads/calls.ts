import * as z from 'zod'
import { leadMoments } from '../../leads/timeline.ts'
import { exclusionLevels } from '../../model/exclusion.ts'
import { call } from '../lib/call.ts'
import { Day, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'

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

export const list = call({
  method: 'GET',
  path: '/leadspeek/report/lead/{companyId}/{clientId}/{startDate}/{endDate}',
  summary:
    "Leads of a client's campaign that were stored between two days (both included, in the campaign's time zone), newest first.",
  can: 'lead:read',
  pages: ['lineDashboard'],
  company: 'clientId',
  campaign: 'leadspeekID',
  takesRemoved: true,
  rounds: {
    most: 6,
    reason:
      'The campaign is found by its number, belongs to a client, and says the zone of its days; the meter is read before the days that are over, and both before the page.',
  },
  input: z.object({
    /** The client's agency, or the client itself. */
    companyId: Id,
    clientId: Id,
    leadspeekID: Id,
    startDate: Day,
    endDate: Day,
    Page: PageNumber,
    PerPage,
    cursor: z.string().max(1000).optional(),
  }),
  output: pageOf(LeadWire),
})

export const download = call({
  method: 'GET',
  path: '/leadspeek/report/lead-csv/{clientId}/{leadspeekID}/{startDate}/{endDate}',
  summary:
    'The same leads as a file, newest first: columns that the reader may not see, or the campaign does not have, are not in it.',
  can: 'lead:read',
  pages: ['lineDashboard'],
  company: 'clientId',
  campaign: 'leadspeekID',
  takesRemoved: true,
  rounds: {
    most: 4,
    reason: 'The campaign is found by its number, belongs to a client, and says the zone of its days.',
  },
  input: z.object({ clientId: Id, leadspeekID: Id, startDate: Day, endDate: Day }),
  output: z.object({ result: z.literal('success'), filename: z.string(), csv: z.string() }),
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
  rounds: { most: 4, reason: 'The campaign is found by its number, belongs to a client, and leads to its lead.' },
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
  rounds: {
    most: 4,
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
    }),
  }),
})
