// Keyword approximation: how many people searched for keywords in an area, counted by a worker and kept as rows of a table.
import * as z from 'zod'
import { lookupSorts, lookupStatuses, MOST_LOOKUP_KEYWORDS, targetLocations } from '../../model/lookup.ts'
import { readCity } from '../../model/place.ts'
import { Cities, refusalForKeywords, States, splitKeywords } from '../../model/targeting.ts'
import { ZipCodes } from '../../model/zip-codes.ts'
import { WireFlag } from '../../wire.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'

const pages = ['keywordCounts', 'campaignSetup', 'lineCampaignManagement', 'lineCampaignManagementV1'] as const

const LookupRow = z.object({
  id: z.string(),
  /** Empty where it was asked for no campaign. */
  leadspeekID: z.string(),
  target_location: z.enum(targetLocations),
  /** With commas between them. */
  states: z.string(),
  cities: z.string(),
  /** One to a line. */
  zip_code: z.string(),
  keyword: z.string(),
  count_without_geo: z.number().nullable(),
  count: z.number().nullable(),
  status: z.enum(lookupStatuses),
  api_version: z.number(),
  created_at: z.string(),
})
export type LookupRow = z.output<typeof LookupRow>

/** Ids of campaigns whose count is under way; an empty one where no campaign was named. */
const running = z.array(z.string())

/** Lists are taken as rows give them (text) and as lists. */
const listOf = (split: (text: string) => string[]) =>
  z.union([z.array(z.string()), z.string().max(30_000).transform(split)]).default([])
const byComma = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
/** Cities have a comma of their own: `Dallas, TX, Austin, TX`. */
const citiesIn = (text: string): string[] => {
  const parts = byComma(text)
  const names: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const pair = `${parts[at]}, ${parts[at + 1] ?? ''}`
    const isPair = readCity(pair) !== undefined
    names.push(isPair ? pair : (parts[at] ?? ''))
    if (isPair) at++
  }
  return names
}

const Keyword = z
  .string()
  .trim()
  .min(1, 'Enter a keyword.')
  .max(2000)
  .transform((text) => splitKeywords(text))
  .superRefine((keywords, context) => {
    const why = keywords.length === 0 ? 'Enter a keyword.' : refusalForKeywords(keywords, MOST_LOOKUP_KEYWORDS)
    if (why) context.addIssue({ code: 'custom', message: why })
  })

export const configData = call({
  method: 'GET',
  path: '/bigdbm/services/configdata/{rootId}',
  summary: 'What holds for counts of keywords on a platform. It tells nothing of how the provider is reached.',
  can: 'targeting:read',
  input: z.object({ rootId: Id }),
  output: z.object({
    api_version: z.number(),
    lookback_days: z.number(),
    enabled: z.boolean(),
    max_keywords: z.number(),
    max_zips: z.number(),
  }),
})

export const campaignCounts = call({
  method: 'GET',
  path: '/bigdbm/services/getcountcampaign/{id}',
  summary: 'The counts of keywords that were asked for one campaign, the newest first.',
  can: 'targeting:read',
  campaign: 'id',
  pages,
  rounds: ofCampaign,
  input: z.object({ id: Id }),
  output: z.object({ data: z.array(LookupRow), running }),
})

export const countHistory = call({
  method: 'GET',
  path: '/bigdbm/services/getcountcampaignhistory',
  summary: 'The counts of keywords of a company by page: the newest first, or by their count.',
  can: 'targeting:read',
  company: 'company_id',
  pages,
  input: z.object({
    company_id: Id,
    Page: PageNumber,
    PerPage,
    status: z.enum(['', ...lookupStatuses]).default(''),
    sort: z.enum(lookupSorts).default('none'),
    order: z.enum(['none', 'asc', 'desc']).default('none'),
    leadspeekID: Id.optional(),
  }),
  output: pageOf(LookupRow).extend({ running }),
})

export const queueCount = call({
  method: 'POST',
  path: '/bigdbm/services/queuecount',
  summary:
    'Asks for a count of the last 7 days. A campaign has one at a time (409); the same question within 10 minutes, or one that failed, is the same row.',
  can: 'campaign:update',
  inView: 'allowed',
  company: 'company_id',
  campaign: 'leadspeekID',
  pages,
  audit: { action: 'Other Change', did: 'Asked for a count of keywords' },
  inLines: ['zip_code'],
  rounds: { most: 4, reason: 'The same question is looked for among the rows before one is written.' },
  input: z.object({
    company_id: Id,
    leadspeekID: Id.optional(),
    keyword: Keyword,
    nationaltargeting: WireFlag.default('F'),
    states: listOf(byComma).pipe(States),
    cities: listOf(citiesIn).pipe(Cities),
    zip_code: listOf((text) => [text]).pipe(ZipCodes),
  }),
  output: z.object({ result: z.literal('success'), message: z.string(), id: z.string(), data: LookupRow }),
})

export const applyCount = call({
  method: 'PUT',
  path: '/bigdbm/services/applycampaign/{id}/{type}',
  summary:
    'Puts what a count was about into a campaign: its keywords beside those that are there, its area in place of the one that is there, or both. A running campaign uses it from its next pull.',
  can: 'campaign:update',
  inView: 'allowed',
  campaign: 'leadspeekID',
  pages,
  audit: { action: 'Campaign Update', did: 'Set what a campaign looks for from a count' },
  rounds: { most: 3, reason: 'The campaign is changed by the rules of every edit.' },
  input: z.object({ id: Id, type: z.enum(['keyword', 'area', 'all']), leadspeekID: Id }),
  output: z.object({ result: z.literal('success'), message: z.string() }),
})
