// A spreadsheet that a campaign keeps at Google.
import * as z from 'zod'

export const CampaignSheet = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  /** From 1, counted for each campaign. */
  number: z.number().int(),
  /** The company whose connection made it: the client, or its agency. */
  ownerId: z.string(),
  /** By which of its accounts, as its connection names it: by another one nobody reaches the file. Empty where it is not known. */
  account: z.string().default(''),
  /** What Google calls the file. */
  fileId: z.string(),
  url: z.string(),
  title: z.string(),
  madeAt: z.number(),
  /** Addresses that may open it, as far as Google took them. */
  sharedWith: z.array(z.string()),
  /** Whom it is about to be shared with, or may be: Google was asked, and nobody knows what came of it. */
  sharing: z.array(z.string()).default([]),
  /** What Google calls the permission of each, by address: it lists accounts by addresses of its own. Older ones are not known. */
  grants: z.record(z.string(), z.string()).default({}),
  /** What all of them may do with it, as far as Google took it. Of older ones it is not known. */
  role: z.enum(['reader', 'writer']).optional(),
  /** Readers whom Google refused: they are offered again when somebody asks for it, and not with each lead. */
  refused: z.array(z.string()).default([]),
})
export type CampaignSheet = z.output<typeof CampaignSheet>
