// What a campaign is made of, as the wire names it.
import * as z from 'zod'
import { refusalForPage } from '../../campaigns/page-address.ts'
import {
  locationTargets,
  MOST_RECIPIENTS,
  NAME_MAX,
  reidentificationWindows,
  reportTypes,
  requiredFields,
  URL_MAX,
} from '../../model/campaign.ts'
import { Cities, Keywords, States } from '../../model/targeting.ts'
import { ZipCodes } from '../../model/zip-codes.ts'
import { leadKinds } from '../../money/price-list.ts'
import { Day, Email, Id } from '../lib/fields.ts'

const Flag = z.enum(['T', 'F'])
const MOST_COUNT = 1_000_000
const MOST_CAP_CENTS = 100_000_000
const Count = z.coerce.number().int().min(0).max(MOST_COUNT)
const MaybeDay = z.union([z.literal(''), Day])
const Address = z
  .string()
  .trim()
  .max(URL_MAX, `Use at most ${URL_MAX} letters.`)
  .superRefine((text, context) => {
    const why = refusalForPage(text)
    if (why) context.addIssue({ code: 'custom', message: why })
  })

const Recipients = z.array(Email).max(MOST_RECIPIENTS, `Use at most ${MOST_RECIPIENTS} addresses.`)
const InformationIds = z.array(Id).max(100)

/** Names, reporting, dates and what a lead carries: of every product. */
export const commonFields = {
  campaignName: z.string().trim().min(1, 'Enter a name.').max(NAME_MAX, `Use at most ${NAME_MAX} letters.`),
  reportType: z.enum(reportTypes).optional(),
  reportSentTo: Recipients.optional(),
  adminNotifyTo: Recipients.optional(),
  leadsAmountNotification: Count.optional(),
  enableMinimumLimitLeads: Flag.optional(),
  minimumLimitLeads: Count.optional(),
  /** The most that its leads may cost the client in a calendar month, in cents; 0 for no such bound. */
  monthlySpendCapCents: z.coerce.number().int().min(0).max(MOST_CAP_CENTS, 'Enter at most $1,000,000.').optional(),
  companyGroupID: z.union([z.literal(''), Id]).optional(),
  clientOrganizationID: z.string().trim().max(100).optional(),
  clientCampaignID: z.string().trim().max(100).optional(),
  clientHidePhone: Flag.optional(),
  startdatecampaign: MaybeDay.optional(),
  enddatecampaign: MaybeDay.optional(),
  timezone: z.string().max(64).optional(),
  phoneenabled: Flag.optional(),
  homeaddressenabled: Flag.optional(),
  requireemailaddress: Flag.optional(),
  reidentificationtype: z.enum(reidentificationWindows).optional(),
  applyreidentificationall: Flag.optional(),
  campaign_information_type: z.enum(leadKinds).optional(),
  locatorrequire: z.array(z.enum(requiredFields)).max(requiredFields.length).optional(),
  listAdvanceInformationId: InformationIds.optional(),
  listB2BInformationId: InformationIds.optional(),
  /** Answers to the product's questions, by the id of the question. */
  answers: z
    .record(z.string().max(64), z.union([z.string().max(2000), z.array(z.string().max(200)).max(50)]))
    .refine((answers) => Object.keys(answers).length <= 100, 'Answer at most 100 questions.')
    .optional(),
}

/** Of Site ID: the site and how the pixel stands in it. */
export const siteFields = {
  urlCode: Address.optional(),
  urlCodeThankyou: Address.optional(),
  gtminstalled: Flag.optional(),
}

/** Of the other products: who is looked for, and where. */
export const searchFields = {
  locatorkeyword: Keywords.optional(),
  locatorkeywordcontextual: Keywords.optional(),
  locatorzip: ZipCodes.optional(),
  locatordesc: z.string().trim().max(500).optional(),
  locatorstate: States.optional(),
  /** `City, ST`. */
  locatorcity: Cities.optional(),
  nationaltargeting: Flag.optional(),
  locationtarget: z.enum(locationTargets).optional(),
}

export const CampaignPayload = z.object({ ...commonFields, ...siteFields, ...searchFields })
export type CampaignPayload = z.output<typeof CampaignPayload>
