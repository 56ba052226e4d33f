import * as z from 'zod'
import { leadKinds } from '../money/price-list.ts'
import { type CampaignStatus, campaignStatuses, type StatusReason, statusReasons } from './campaign-status.ts'
import { paymentTerms, productLines } from './company.ts'

export { type CampaignStatus, campaignStatuses, type StatusReason, statusReasons }

/** How leads are reported: each appended to a sheet, or those of a day as a file. */
export const reportTypes = ['GoogleSheet', 'CSV'] as const
export type ReportType = (typeof reportTypes)[number]

/** How long the same person is not a new lead; `never` means that they are one once. */
export const reidentificationWindows = ['never', '1 week', '1 month', '3 months', '6 months', '1 year'] as const
export type ReidentificationWindow = (typeof reidentificationWindows)[number]

/** What a lead must have, or it is none. */
export const requiredFields = ['FirstName', 'LastName', 'Email', 'Phone', 'Address'] as const
export type RequiredField = (typeof requiredFields)[number]

/** By which of its inputs the area of a campaign was chosen; the editor opens with it again. */
export const locationTargets = ['', 'national', 'states', 'cities', 'zips', 'map'] as const
export type LocationTarget = (typeof locationTargets)[number]

export const NAME_MAX = 100
export const URL_MAX = 500
export const MOST_RECIPIENTS = 20
export const defaultTimeZone = 'America/Chicago'

const text = z.string().default('')
const flag = z.boolean().default(false)

/** Everything of a campaign that lists, pixels and the pipeline look at. What it looks for is its target. */
export const Campaign = z.object({
  id: z.string(),
  /** Eight digits, by which pixels and people know it: random, and never given twice. */
  number: text,
  companyId: z.string(),
  agencyId: z.string(),
  rootId: z.string(),
  line: z.enum(productLines),
  name: z.string(),
  status: z.enum(campaignStatuses),
  statusReason: z.enum(statusReasons).default(''),
  /** The page on which the pixel stands; a Site ID campaign takes visits of this site. */
  siteUrl: text,
  /** A visitor who reaches this page has become a customer, and is no lead any more. */
  thankYouUrl: text,
  isGtmInstalled: flag,
  timeZone: z.string(),
  /** Days of the campaign's zone (`YYYY-MM-DD`), the last one included; empty for at once and for ever. */
  startOn: text,
  endOn: text,
  groupId: text,
  /** Its records in the client's own systems. */
  clientOrganizationId: text,
  clientCampaignId: text,
  reportType: z.enum(reportTypes).default('GoogleSheet'),
  reportTo: z.array(z.string()).default([]),
  noticeTo: z.array(z.string()).default([]),
  /** A notice leaves each time the leads pass a multiple of it; 0 for none. */
  noticeEvery: z.number().int().default(0),
  /** Fewer leads in a week than this are told of; 0 for never. */
  hasMinimumLeads: flag,
  minimumLeads: z.number().int().default(0),
  hidesPhone: flag,
  hasPhone: z.boolean().default(true),
  hasHomeAddress: z.boolean().default(true),
  requiresEmail: flag,
  reidentification: z.enum(reidentificationWindows).default('never'),
  /** Whether a person whom another campaign of this client found counts as known. */
  reidentifiesAcross: flag,
  informationType: z.enum(leadKinds).default('basic'),
  /** The payment term of its price, by which it is billed: both are written at once. */
  term: z.enum(paymentTerms).default('Weekly'),
  /** The most that its leads may cost the client in a calendar month, in cents; 0 for no such bound. */
  monthlyCapCents: z.number().int().nonnegative().default(0),
  createdAt: z.number(),
  /** Instant of the first start; 0 while it never ran. Its billing periods count from here. */
  startedAt: z.number().default(0),
  /** Counts changes, so that of two edits at once one learns of the other. */
  version: z.number().int().default(0),
})
export type Campaign = z.output<typeof Campaign>
/** What a campaign is made of; what is left out is as in most campaigns. */
export type NewCampaign = z.input<typeof Campaign>

/** Whom a campaign looks for, and where. */
export const CampaignTarget = z.object({
  keywords: z.array(z.string()).default([]),
  contextualKeywords: z.array(z.string()).default([]),
  isNational: flag,
  states: z.array(z.string()).default([]),
  /** `City, ST`. */
  cities: z.array(z.string()).default([]),
  zipCodes: z.array(z.string()).default([]),
  areaDescription: text,
  locationTarget: z.enum(locationTargets).default(''),
  requiredFields: z.array(z.enum(requiredFields)).default([]),
  advancedInformationIds: z.array(z.string()).default([]),
  b2bInformationIds: z.array(z.string()).default([]),
})
export type CampaignTarget = z.output<typeof CampaignTarget>

/** Answers to a product's questions, by the id of the question. */
export const CampaignAnswers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type CampaignAnswers = z.output<typeof CampaignAnswers>
