import * as z from 'zod'
import { toolSlugs } from '../../integrations/slugs.ts'
import { tryOutcomes } from '../../model/delivery-try.ts'
import { call } from '../lib/call.ts'
import { Id } from '../lib/fields.ts'

const pages = [
  ...(['integrations', 'integration', 'campaign', 'campaignSetup', 'company', 'generalSetting'] as const),
  ...(['lineCampaignManagement', 'lineCampaignManagementV1', 'lineDashboard', 'lineLeadsManagement'] as const),
] as const

/** A tool of a company; of webhooks one by its id. */
const ofDestination = {
  company_id: Id,
  integration_id: z.enum(toolSlugs),
  webhook_id: z.string().max(60).optional(),
}

export const deliveryHistory = call({
  method: 'GET',
  path: '/integration/history/{company_id}/{integration_id}',
  summary: 'Every try to hand a lead to a tool or a webhook of a company, the latest first. Kept for 30 days.',
  // It names leads.
  can: 'lead:read',
  pages,
  company: 'company_id',
  rounds: { most: 3, reason: 'The tries say which leads, deliveries and campaigns they are of.' },
  input: z.object({
    ...ofDestination,
    outcome: z.enum(tryOutcomes).optional(),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        outcome: z.enum(tryOutcomes),
        /** Of the answer; 0 where there was none. */
        status: z.number(),
        reason: z.string(),
        /** What the receiver said, in its own words. */
        said: z.string(),
        /** Of a campaign that was removed, its number and name are empty. */
        campaign_id: z.string(),
        campaign_name: z.string(),
        lead_id: z.string(),
        lead_created_at: z.string(),
        /** Empty where it is not known, or the person was erased. */
        lead_name: z.string(),
        /** When it is tried again, where it waits for that. */
        next_at: z.string().nullable(),
        /** The name of the delivery, where this was its last try and it can be sent again; empty otherwise. */
        delivery_id: z.string(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
})
