import * as z from 'zod'
import { hashKinds } from '../csv.ts'
import { DAY } from '../dates.ts'

/** Whose lists a person is looked up in, from the widest to the narrowest. The platform's own is called the opt-out list. */
export const exclusionLevels = ['platform', 'agency', 'client', 'campaign'] as const
export type ExclusionLevel = (typeof exclusionLevels)[number]

/** The scope of the list that holds for all campaigns of a company. A campaign's own list has the campaign's id. */
export const COMPANY_SCOPE = 'client'

/** The scope of the list of people whom a company has had erased: filled by that alone, and emptied by nobody. */
export const ERASED_SCOPE = 'erased'

/** The list that names a person. */
export const ExclusionMatch = z.object({
  level: z.enum(exclusionLevels),
  /** The company whose list it is; of a campaign's list, the client that the campaign belongs to. */
  companyId: z.string(),
  /** The campaign's id for the list of one campaign. */
  scope: z.string(),
  /** The kind of hash by which the person was found. A plain address is kept by its MD5. */
  kind: z.enum(hashKinds),
})
export type ExclusionMatch = z.output<typeof ExclusionMatch>

/** A list may come so much later than a lead that it names: the lead is then given back. */
export const LATE_EXCLUSION_MS = DAY

/** Why a lead was given back: which list came to name its person, and when (ms). */
export const LeadCredit = z.object({
  at: z.number(),
  level: z.enum(exclusionLevels),
  /** The company whose list it is; of a campaign's list, the client that the campaign belongs to. */
  companyId: z.string(),
  /** The file with which the person came onto the list. */
  uploadId: z.string(),
})
export type LeadCredit = z.output<typeof LeadCredit>
