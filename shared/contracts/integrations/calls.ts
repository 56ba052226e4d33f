import * as z from 'zod'
import { deliveryStates, destinationKinds } from '../../model/delivery.ts'
import { MOST_WEBHOOKS, usualEvents, WEBHOOK_LABEL_MAX, WEBHOOK_URL_MAX, webhookEvents } from '../../model/webhook.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = [
  ...(['integrations', 'integration', 'campaign', 'campaignSetup', 'company', 'generalSetting'] as const),
  ...(['lineCampaignManagement', 'lineCampaignManagementV1', 'lineDashboard', 'lineLeadsManagement'] as const),
] as const
const Flag = z.enum(['T', 'F'])
const Events = z.array(z.enum(webhookEvents)).min(1, 'Choose what it is told of.').max(webhookEvents.length)
/** One campaign of the company, or `all`: what serves each that has none of its own. */
const Scope = z.union([z.literal('all'), Id])

/** The address is a secret, so that its host and its end are all that is shown of it. */
const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  label: z.string(),
  /** What it is told of. */
  events: z.array(z.enum(webhookEvents)),
  enabled: Flag,
  /** Why it was switched off by itself; empty otherwise. */
  off_reason: z.string(),
  /** Until when letters bear the signature of the secret before this one too; null where they do not. */
  old_secret_until: z.string().nullable(),
  /** Since when nothing but failures came of it; null where something was delivered since. */
  failing_since: z.string().nullable(),
  /** Since when it is off for its failures; leads are kept as not delivered meanwhile. Null where it is not. */
  off_since: z.string().nullable(),
  created_at: z.string(),
})
const Webhooks = z.object({
  webhooks: z.array(Webhook),
  tags: z.array(z.string()),
  /** Whether these are the client's or the agency's, because the campaign has none of its own. */
  inherited: Flag,
})

export const campaignWebhooks = call({
  method: 'GET',
  path: '/zapier/campaign/{company_id}/{campaign_id}',
  summary:
    "The webhooks that leads of a campaign go to: its own, or those of its client or agency. A client is not shown its agency's.",
  can: 'campaign:read',
  pages,
  company: 'company_id',
  campaign: 'campaign_id',
  rounds: ofCampaign,
  input: z.object({ company_id: Id, campaign_id: Id }),
  output: Webhooks,
})

export const agencyWebhooks = call({
  method: 'GET',
  path: '/zapier/agency/{company_id}',
  summary: "A company's own webhooks, which serve each campaign that has none of its own.",
  can: 'campaign:read',
  pages,
  company: 'company_id',
  input: z.object({ company_id: Id }),
  output: Webhooks,
})

const changes = {
  can: 'campaign:update',
  // What goes out to a receiver goes on after the look.
  inView: 'refused',
  pages,
  company: 'company_id',
} as const
const named = { company_id: Id, campaign_id: Scope, webhook_id: Id }
const rounds = { most: 3, reason: 'The campaign is found by its number; it says which webhooks there are.' }

export const addWebhook = call({
  ...changes,
  sensitive: true,
  idempotent: 'optional',
  method: 'POST',
  path: '/zapier/webhook',
  summary: `Adds a webhook, at most ${MOST_WEBHOOKS} for a campaign. What signs its letters is answered this once.`,
  audit: { action: 'Integration Save', did: 'Added a webhook', tried: 'Tried to add a webhook' },
  rounds: {
    most: 5,
    reason: 'The campaign is found by its number; tries are counted, and a free place is looked for and taken.',
  },
  input: z.object({
    company_id: Id,
    campaign_id: Scope,
    url: z.string().trim().min(1, 'Enter the address of the webhook.').max(WEBHOOK_URL_MAX),
    label: z.string().trim().max(WEBHOOK_LABEL_MAX).default(''),
    events: Events.default([...usualEvents]),
  }),
  output: Done.extend({ data: Webhook, secret: z.string() }),
})

export const changeWebhook = call({
  ...changes,
  method: 'PUT',
  path: '/zapier/webhook',
  summary: 'Switches a webhook on or off, gives it another name, or has it told of other events.',
  audit: { action: 'Integration Save', did: 'Changed a webhook' },
  rounds,
  input: z.object({
    ...named,
    enabled: Flag.optional(),
    label: z.string().trim().max(WEBHOOK_LABEL_MAX).optional(),
    events: Events.optional(),
    /** The events that were chosen from: then only those that differ are taken in or out. */
    seen: z.object({ events: Events }).partial().optional(),
  }),
  output: Done,
})

export const rollWebhook = call({
  ...changes,
  sensitive: true,
  idempotent: 'optional',
  method: 'POST',
  path: '/zapier/webhook/secret',
  summary:
    'Has another secret sign the letters of a webhook, answered this once; the one before signs beside it for a day.',
  audit: {
    action: 'Integration Save',
    did: 'Made a new secret of a webhook',
    tried: 'Tried to make a new secret of a webhook',
  },
  rounds,
  input: z.object(named),
  output: Done.extend({ data: Webhook, secret: z.string() }),
})

export const removeWebhook = call({
  ...changes,
  method: 'DELETE',
  path: '/zapier/webhook/{company_id}/{campaign_id}/{webhook_id}',
  summary: 'Removes a webhook. What waits to be tried again there is not.',
  body: 'none',
  audit: { action: 'Integration Save', did: 'Removed a webhook' },
  rounds,
  input: z.object(named),
  output: Done,
})

/** Times are ISO. */
export const DeliveryRow = z.object({
  id: z.string(),
  lead_id: z.string(),
  lead_created_at: z.string(),
  /** Name of the lead, or its address where it has none; empty of other events, and of an erased person. */
  lead_name: z.string(),
  event: z.enum(webhookEvents),
  kind: z.enum(destinationKinds),
  destination: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.array(z.object({ at: z.string(), status: z.number(), ms: z.number(), message: z.string() })),
  /** Null when it is not tried again. */
  next_at: z.string().nullable(),
})

export const failedDeliveries = call({
  method: 'GET',
  path: '/integration/delivery/{leadspeekID}',
  summary: 'Leads of a campaign that could not be delivered, with the reasons, the latest first. Kept for 30 days.',
  can: 'lead:read',
  pages,
  campaign: 'leadspeekID',
  rounds: {
    most: 4,
    reason: 'The campaign is found by its number, and leads to its client, its list and who is named there.',
  },
  input: z.object({ leadspeekID: Id, cursor: z.string().max(2000).optional() }),
  output: z.object({ data: z.array(DeliveryRow), next_cursor: z.string().nullable() }),
})

/** So many are begun anew by one call. */
const MOST_REPLAYED = 500

export const replayDeliveries = call({
  method: 'POST',
  path: '/integration/delivery/replay',
  summary: `Delivers again what could not be delivered: one delivery, or all of a campaign, ${MOST_REPLAYED} at once.`,
  can: 'campaign:update',
  inView: 'refused',
  idempotent: 'optional',
  pages,
  campaign: 'leadspeekID',
  audit: { action: 'Integration Save', did: 'Sent leads of a campaign again' },
  rounds: { most: 5, reason: 'The campaign leads to its client; the list says what is to be sent again.' },
  input: z.object({ leadspeekID: Id, delivery_id: z.string().max(160).optional() }),
  output: Done.extend({ replayed: z.number(), has_more: Flag }),
})
