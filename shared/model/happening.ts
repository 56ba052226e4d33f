// What webhooks are told beside leads that come: a few facts of what happened. The letter is made of them when it is sent.
import * as z from 'zod'
import { campaignStatuses, statusReasons } from './campaign-status.ts'

const Status = z.enum(campaignStatuses)

export const Happening = z.discriminatedUnion('type', [
  z.object({ type: z.literal('lead.credited'), leadId: z.string(), leadAt: z.number() }),
  z.object({
    type: z.literal('campaign.status_changed'),
    status: Status,
    previous: Status,
    reason: z.enum(statusReasons),
  }),
  z.object({ type: z.literal('exclusion_upload.finished'), uploadId: z.string() }),
])
export type Happening = z.output<typeof Happening>

/** `campaignId`: `client` where it is of all campaigns of a company. `id` is the same however often it is told. */
export type Told = { companyId: string; campaignId: string; id: string; at: number; happening: Happening }
