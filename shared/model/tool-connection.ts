// A company's connection with an outside tool, and what a campaign chose of it.
import * as z from 'zod'
import { healthShape } from '../integrations/health.ts'
import { toolSlugs } from '../integrations/slugs.ts'

const ByField = z.record(z.string(), z.string())

export const ToolConnection = z.object({
  companyId: z.string(),
  slug: z.enum(toolSlugs),
  /** Another one each time that somebody connects: what began with an earlier one changes nothing of a later one. */
  revision: z.string(),
  /** What was typed and is no secret, by field. */
  settings: ByField,
  /** What people are shown of each secret, by field. */
  masks: ByField,
  /** The account by which it was signed in, as a keyed hash; empty where the tool names none. */
  account: z.string().default(''),
  /** All secrets in one box. */
  sealed: z.string(),
  connectedAt: z.number(),
  /** When the tool refused us (ms); 0 while it knows us. */
  lostAt: z.number(),
  /** In whose words it was lost; empty while it was not. */
  lostWords: z.string().default(''),
  /** Since when its people have ended it and the tool is still to be told (ms); 0 otherwise. */
  untoldSince: z.number().default(0),
  /** Failed tries in a row, over all of its deliveries. */
  failures: z.number(),
  /** Until when nothing is tried (ms), because so many failed. */
  openUntil: z.number(),
  /** Since when it takes leads and does not let us see what came of them (ms); 0 while it does. */
  unseenSince: z.number().default(0),
  ...healthShape,
})
export type ToolConnection = z.output<typeof ToolConnection>

export const ToolChoiceOfCampaign = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  slug: z.enum(toolSlugs),
  /** The company whose connection it is: the campaign's client or its agency. */
  ownerId: z.string(),
  isEnabled: z.boolean(),
  /** Ids by the name of the choice. */
  values: z.record(z.string(), z.array(z.string())),
})
export type ToolChoiceOfCampaign = z.output<typeof ToolChoiceOfCampaign>
