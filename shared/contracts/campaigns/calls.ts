import * as z from 'zod'
import { startNeeds } from '../../campaigns/may-start.ts'
import { SEARCH_MAX } from '../../constants.ts'
import { campaignStatuses, statusReasons } from '../../model/campaign.ts'
import { paymentTerms, productLines } from '../../model/company.ts'
import { capOwners } from '../../money/reached-cap.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Done, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'
import { CampaignPayload, commonFields, searchFields, siteFields } from './payload.ts'

const pages = ['campaign', 'campaignSetup', 'lineCampaignManagement', 'lineCampaignManagementV1'] as const
/** The lists, and the leads that belong to a campaign. */
const readers = [...pages, 'lineDashboard', 'lineLeadsManagement', 'company'] as const

const Flag = z.enum(['T', 'F'])
const Status = { status: z.enum(campaignStatuses), status_reason: z.enum(statusReasons) }

/** What stands in the way of a start: what it is about, and a sentence that says how it is mended. */
const Need = z.object({ what: z.enum(startNeeds), message: z.string() })

export const campaignSorts = ['created', 'name', 'company', 'status', 'leadsToday', 'leadsTotal', 'lastLead'] as const

/** It runs, and takes no leads before that day: its own bound for a month is reached, or the one of all campaigns of its client. */
export const CapReached = z.object({ of: z.enum(capOwners), clears_on: z.string() }).nullable()

export const CampaignRow = z.object({
  id: z.string(),
  leadspeek_api_id: z.string(),
  campaign_name: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  leadspeek_type: z.enum(productLines),
  ...Status,
  /** It runs, and waits for its first day. */
  is_scheduled: Flag,
  cap_reached: CapReached,
  payment_term: z.enum(paymentTerms),
  leads_today: z.number(),
  leads_total: z.number(),
  /** Leads that are paid for and not delivered yet; null where nothing is paid ahead. */
  leads_remaining: z.number().nullable(),
  /** How many were bought last: what the balance is measured by. */
  leads_bought: z.number().nullable(),
  last_lead_at: z.string().nullable(),
  start: z.string(),
  end: z.string(),
  timezone: z.string(),
  group_id: z.string(),
  group_name: z.string(),
  created_at: z.string(),
})

export const list = call({
  method: 'GET',
  path: '/leadspeek/client/{group}/{type}/{companyId}/{clientId}/{sort}/{order}/{search}',
  summary:
    'The campaigns of an agency, or of one client, by page; `none` for a segment that says nothing. Archived ones only with archived=T; only those that look for keywords with searchesOnly=T.',
  can: 'campaign:read',
  pages: readers,
  company: 'companyId',
  rounds: {
    most: 3,
    reason:
      'The meters are those of the campaigns that the page shows; a fourth time where a client has a bound for its month.',
  },
  input: z.object({
    group: z.union([z.literal('none'), Id]),
    type: z.enum(['none', ...productLines]),
    companyId: Id,
    clientId: z.union([z.literal('none'), Id]),
    sort: z.enum(['none', ...campaignSorts]),
    order: z.enum(['none', 'asc', 'desc']),
    search: z.string().max(SEARCH_MAX),
    Page: PageNumber,
    PerPage,
    CampaignStatus: z.enum(['', 'scheduled', ...campaignStatuses]).default(''),
    archived: Flag.default('F'),
    /** Only those that look for people by keywords and places. */
    searchesOnly: Flag.default('F'),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageOf(CampaignRow),
})

export const overview = call({
  method: 'GET',
  path: '/leadspeek/campaign-overview/{companyId}',
  summary: 'How many campaigns a company has by product and state, and its leads today and in the last seven days.',
  can: 'campaign:read',
  pages: readers,
  company: 'companyId',
  rounds: {
    most: 4,
    reason: 'Which campaigns of a client have leads lately leads to their meters, and these to their days.',
  },
  input: z.object({ companyId: Id }),
  output: z.object({
    data: z.array(
      z.object({
        leadspeek_type: z.enum(productLines),
        active: z.number(),
        paused: z.number(),
        stopped: z.number(),
        archived: z.number(),
        leads_today: z.number(),
        leads_week: z.number(),
      }),
    ),
  }),
})

/** So many are named at once; more letters find the others. */
const FOUND = 8

export const find = call({
  method: 'POST',
  path: '/leadspeek/campaign-find',
  summary: `Campaigns of a company by the beginnings of words of their names, or by their public number: at most ${FOUND}, the newest first. Of a root by their number alone.`,
  can: 'campaign:read',
  inView: 'allowed',
  pages: readers,
  company: 'companyID',
  audit: 'none',
  rounds: { most: 3, reason: 'A number leads to its campaign and client.' },
  input: z.object({ companyID: Id, search: z.string().trim().min(1, 'Enter a word to search for.').max(SEARCH_MAX) }),
  output: z.object({
    campaigns: z
      .array(
        z.object({
          id: z.string(),
          leadspeek_api_id: z.string(),
          campaign_name: z.string(),
          company_id: z.string(),
          company_name: z.string(),
          leadspeek_type: z.enum(productLines),
          status: z.enum(campaignStatuses),
        }),
      )
      .max(FOUND),
  }),
})

const CampaignData = z.object({
  id: z.string(),
  leadspeek_api_id: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  leadspeek_type: z.enum(productLines),
  ...Status,
  payment_term: z.enum(paymentTerms),
  created_at: z.string(),
  started_at: z.string().nullable(),
  /** Goes back with a change, so that nobody overwrites what somebody else changed meanwhile. */
  version: z.number(),
  /** The first thing that a start would be refused for; null when it may start, or runs. */
  missing: Need.nullable(),
  ...CampaignPayload.required().shape,
})

export const get = call({
  method: 'GET',
  path: '/leadspeek/getcampaign/{id}',
  summary: 'One campaign with everything that was saved of it, by its id or its public number.',
  can: 'campaign:read',
  pages: readers,
  campaign: 'id',
  rounds: { most: 4, reason: 'The campaign leads to its agency, and that to who pays.' },
  input: z.object({ id: Id }),
  output: z.object({ result: z.literal('success'), data: CampaignData, cap_reached: CapReached }),
})

const Saved = Done.extend({ data: CampaignData })

export const create = call({
  method: 'POST',
  path: '/leadspeek/client/create',
  summary: 'Makes a campaign of a client; it is paused until somebody starts it.',
  can: 'campaign:create',
  inView: 'allowed',
  idempotent: 'optional',
  pages,
  company: 'companyID',
  audit: { action: 'Campaign Create', did: 'Created a campaign' },
  rounds: {
    most: 5,
    reason: 'Groups, prices and the entry of the client in its agency are read before all is written at once.',
  },
  inLines: ['locatordesc', 'answers'],
  input: CampaignPayload.extend({ companyID: Id, leadspeekType: z.enum(productLines) }),
  output: Saved,
})

const named = {
  leadspeekID: Id,
  /** As it was answered when the campaign was opened; without it the change is made of what is there. */
  version: z.number().int().min(0).optional(),
}
const changes = {
  can: 'campaign:update',
  inView: 'allowed',
  method: 'PUT',
  pages,
  campaign: 'leadspeekID',
  audit: { action: 'Campaign Update', did: 'Changed a campaign' },
  rounds: { most: 4, reason: 'What there is of the campaign is read before it is changed.' },
  inLines: ['locatordesc', 'answers'],
} as const

export const update = call({
  ...changes,
  path: '/leadspeek/client/update',
  summary: 'Changes what campaigns of all products have in common: name, reporting, dates, what leads carry.',
  input: z.object(commonFields).partial().extend(named),
  output: Saved,
})

export const updateSite = call({
  ...changes,
  path: '/leadspeek/client/local/update',
  summary: 'Changes a Site ID campaign: its pages, and what all have in common.',
  input: z
    .object({ ...commonFields, ...siteFields })
    .partial()
    .extend(named),
  output: Saved,
})

export const updateSearch = call({
  ...changes,
  path: '/leadspeek/client/locator/update',
  summary: 'Changes a Search ID, Enhance ID or B2B ID campaign: keywords and area, and what all have in common.',
  input: z
    .object({ ...commonFields, ...searchFields })
    .partial()
    .extend(named),
  output: Saved,
})

const Changed = Done.extend({ data: z.object(Status) })
const moves = {
  inView: 'allowed',
  method: 'PUT',
  pages,
  campaign: 'leadspeekID',
  rounds: { most: 4, reason: 'The entry of its client is read before both are changed.' },
} as const

export const setActive = call({
  ...moves,
  path: '/leadspeek/client/activepause',
  summary:
    'Starts a campaign (T) and charges what its start costs, or pauses it (F). What is missing for a start is named, one thing at a time. `action`: the bank asks the owner of the card, who confirms and starts it again. 422: nothing was charged. 409: a payment is under way, the start charges more than was shown, or it was paid while what allows it came to its end.',
  can: 'campaign:update',
  company: 'companyID',
  endsOnly: { unless: ['status', 'T'] },
  idempotent: true,
  audit: {
    action: 'Campaign Status',
    did: 'Started or paused a campaign',
    tried: 'Tried to start or pause a campaign',
  },
  rounds: {
    most: 25,
    reason: 'What a start costs is written down before its payer is asked, and carried out after it.',
    again: 'What allows a start is looked at once more when it is paid.',
  },
  input: z.object({
    leadspeekID: Id,
    companyID: Id.optional(),
    status: Flag,
    /** What was shown that the start charges now, in dollars: it is not started for more. Left out, nobody was shown anything. */
    charge_now: z.number().min(0).optional(),
  }),
  output: Changed.extend({
    result: z.enum(['success', 'action']),
    confirmation: z.object({ client_secret: z.string(), account_id: z.string(), public_key: z.string() }).optional(),
  }),
})

export const setArchived = call({
  ...moves,
  path: '/leadspeek/client/archive',
  summary: 'Puts a campaign that does not run out of sight (T), or brings it back, paused (F).',
  can: 'campaign:update',
  endsOnly: { unless: ['status', 'F'] },
  audit: { action: 'Campaign Status', did: 'Archived or restored a campaign' },
  input: z.object({ leadspeekID: Id, status: Flag }),
  output: Changed,
})

export const remove = call({
  ...moves,
  path: '/leadspeek/client/remove',
  summary: 'Removes a campaign that does not run. Its leads, invoices and reports stay readable.',
  can: 'campaign:delete',
  inView: 'refused',
  rounds: {
    most: 5,
    reason: 'What is being paid, and the entry of its client, is read before both are changed.',
  },
  company: 'companyID',
  audit: { action: 'Campaign Status', did: 'Removed a campaign', tried: 'Tried to remove a campaign' },
  input: z.object({ leadspeekID: Id, companyID: Id.optional() }),
  output: Changed,
})

export const getResource = call({
  method: 'GET',
  path: '/leadspeek/getcampaignresource/{orgId}/{campaignId}',
  summary:
    "What outside programs need of a campaign: the pieces of code for its site, its keywords, its sheet, its banners. `orgId` is the client's id, or its record in the client's own system.",
  can: 'campaign:read',
  pages: readers,
  campaign: 'campaignId',
  rounds: ofCampaign,
  input: z.object({ orgId: z.string().min(1).max(100), campaignId: Id }),
  output: z.object({
    result: z.literal('success'),
    data: z.object({
      pixel_snippet: z.string(),
      gtm_snippet: z.string(),
      thank_you_snippet: z.string(),
      /** Serves the code and takes its reports: what a site with a content security policy names as script-src and connect-src. */
      code_origin: z.string(),
      /** When a page of the site last reported a visit, to the hour; null for never. */
      pixel_seen_at: z.string().nullable(),
      sheet_url: z.string(),
      keywords: z.array(z.string()),
      contextual_keywords: z.array(z.string()),
      /** Where the pictures of the client's banners for this product are shown, the newest first; none that is switched off. */
      creatives: z.array(z.string()),
    }),
  }),
})

export const checkEmbedCode = call({
  method: 'POST',
  path: '/general/check-embed-code',
  summary: "Whether the campaign's code stands on a page of its site, directly or through a tag manager.",
  can: 'campaign:read',
  inView: 'allowed',
  pages,
  campaign: 'leadspeekID',
  audit: 'none',
  rounds: ofCampaign,
  input: z.object({
    leadspeekID: Id,
    url: z.url({ protocol: /^https?$/, error: 'Enter the whole address of the page.' }).max(2000),
    type: z.enum(['page', 'thankyou']).default('page'),
  }),
  output: z.object({ result: z.literal('success'), status: z.enum(['exist', 'not exist']), message: z.string() }),
})

export const sendTestLead = call({
  method: 'POST',
  path: '/send-test-lead',
  summary: 'Sends a person who is none to the tools that are connected to a campaign, once a minute.',
  can: 'campaign:update',
  inView: 'refused',
  idempotent: 'optional',
  pages,
  company: 'company_id',
  campaign: 'campaign_id',
  audit: { action: 'Campaign Update', did: 'Sent a test lead' },
  rounds: {
    most: 4,
    reason: 'Tries are counted before anything is sent.',
  },
  input: z.object({ company_id: Id, campaign_id: Id, integration_slug: z.string().max(64).optional() }),
  output: z.object({
    result: z.literal('success'),
    message: z.string(),
    data: z.array(
      z.object({
        integration_slug: z.string(),
        /** Which of several. */
        id: z.string(),
        name: z.string(),
        status: z.enum(['sent', 'failed']),
        message: z.string(),
      }),
    ),
  }),
})
