import * as z from 'zod'
import { toolSlugs } from '../../integrations/slugs.ts'
import { tryOutcomes } from '../../model/delivery-try.ts'
import { MOST_COUNTED, replayKinds } from '../../model/replay.ts'
import { webhookEvents } from '../../model/webhook.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

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
        /** What was told; of everything but `lead.created` the lead is none. */
        event: z.enum(webhookEvents),
        /** When it is tried again, where it waits for that. */
        next_at: z.string().nullable(),
        /** Whether one that waits still does; else another try came after it. */
        open: z.enum(['T', 'F']),
        /** The name of the delivery, where this was its last try and it can be sent again; empty otherwise. */
        delivery_id: z.string(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
})

const Flag = z.enum(['T', 'F'])
const Instant = z.iso.datetime({ error: 'This is not an instant.' })
/** From then up to, but without, then. */
const range = { from: Instant, to: Instant, which: z.enum(replayKinds) }

const Replay = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  which: z.enum(replayKinds),
  from: z.string(),
  to: z.string(),
  total: z.number(),
  /** Whether there may be more than were counted. */
  has_more: Flag,
  done: z.number(),
  created_at: z.string(),
})

export const countReplay = call({
  method: 'GET',
  path: '/integration/replay/{company_id}/{integration_id}/count',
  summary: `How many leads of some time would be sent to a tool or a webhook again; counted up to ${MOST_COUNTED}.`,
  can: 'integration:update',
  pages,
  company: 'company_id',
  rounds: { most: 3, reason: 'The tries of the time say which deliveries are meant.' },
  input: z.object({ ...ofDestination, ...range }),
  output: z.object({
    count: z.number(),
    has_more: Flag,
    /** What is counted ended by then: sent with these bounds, later ones are left out. */
    to: z.string(),
  }),
})

export const startReplay = call({
  method: 'POST',
  path: '/integration/replay',
  summary:
    'Sends leads of some time to a tool or a webhook again: those that failed, or all. Receivers know them by the ids that they had.',
  can: 'integration:update',
  // What goes out to a receiver goes on after the look.
  inView: 'refused',
  idempotent: 'optional',
  pages,
  company: 'company_id',
  audit: { action: 'Integration Save', did: 'Sent leads again', tried: 'Tried to send leads again' },
  rounds: { most: 3, reason: 'The tries of the time say which deliveries are meant; the replay is kept.' },
  input: z.object({ ...ofDestination, ...range }),
  output: Done.extend({ data: Replay }),
})

export const latestReplay = call({
  method: 'GET',
  path: '/integration/replay/{company_id}/{integration_id}',
  summary: 'How far the latest replay of a tool or a webhook is; null where there was none in 30 days.',
  can: 'integration:read',
  pages,
  company: 'company_id',
  input: z.object(ofDestination),
  output: z.object({ data: Replay.nullable() }),
})
