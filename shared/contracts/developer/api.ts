// The developer API: what programs of an agency call, under names of its own.
import * as z from 'zod'
import { ANY_PROGRAM, apiScopes } from '../../model/api-key.ts'
import { campaignStatuses } from '../../model/campaign-status.ts'
import { productLines } from '../../model/company.ts'
import { batchStatuses } from '../../model/exclusion-batch.ts'
import { MOST_WEBHOOKS, usualEvents, WEBHOOK_LABEL_MAX, WEBHOOK_URL_MAX, webhookEvents } from '../../model/webhook.ts'
import { call } from '../lib/call.ts'
import { Email, Id, PerPage } from '../lib/fields.ts'

const Instant = z.iso.datetime()
const Cursor = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .describe('`next_cursor` of the page before; left out for the first page.')
const Limit = PerPage.describe('How many of the list a page has at most.')

/** A page: `next_cursor` goes on after it, and is null on the last one. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().describe('Goes on after this page; null on the last one.'),
  })

const CampaignId = Id.describe('Its id, or its number of eight digits.')
const ClientRef = z.object({ id: z.string(), name: z.string() })
const AgencyRef = z.object({ id: z.string(), name: z.string() }).meta({
  id: 'AgencyRef',
  description: 'The agency that a key belongs to. Its id stands for it where a client is asked for.',
})
const Client = ClientRef.extend({ email: z.string(), created_at: Instant }).meta({
  id: 'Client',
  description: 'A company that the agency works for.',
})

const Campaign = z
  .object({
    id: z.string(),
    number: z.string().describe('Eight digits, as people know it.'),
    name: z.string(),
    product: z.enum(productLines),
    status: z.enum(campaignStatuses),
    time_zone: z.string().describe('The zone of its days, as the IANA database calls it.'),
    client: ClientRef.meta({ id: 'ClientRef', description: 'The client that a campaign belongs to.' }),
    created_at: Instant,
  })
  .meta({ id: 'Campaign', description: 'What looks for people of a client, and brings leads.' })

const Lead = z
  .object({
    id: z.string(),
    campaign_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.string().describe('Two letters.'),
    zip: z.string(),
    keyword: z.string().describe('What the person looked for; empty where the product knows none.'),
    page_url: z.string().describe('The page that the person visited; empty where the product knows none.'),
    visited_at: Instant,
    created_at: Instant.describe('When the lead was stored. Lists go by it.'),
    credited_at: Instant.nullable().describe(
      'When it was given back, because an exclusion list that came later names its person; null where it was not.',
    ),
    erased_at: Instant.nullable().describe('When the person was erased: what was known of them is blank.'),
  })
  .meta({ id: 'Lead', description: 'A person that a campaign brought. What is not known is an empty text.' })

const forPrograms = { inView: 'refused', problem: true } as const

export const token = call({
  method: 'POST',
  path: '/v1/developer/token',
  summary: 'Trades the id and the secret of a key for an access token of 15 minutes (client credentials of OAuth 2.0).',
  can: 'anyone',
  body: 'grant',
  problem: true,
  audit: 'none',
  input: z.object({
    grant_type: z.literal('client_credentials', 'The grant type must be client_credentials.'),
    client_id: z.string().min(1).max(64),
    client_secret: z.string().min(1).max(256).describe('The secret key, which was shown once.'),
    scope: z
      .string()
      .max(500)
      .optional()
      .describe('Fewer scopes than the key has, separated by blanks; left out for all.'),
  }),
  output: z
    .object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.number().describe('Seconds.'),
      scope: z.string().describe('What the token is good for, separated by blanks.'),
    })
    .meta({ id: 'Token', description: 'An access token, to be sent as `Authorization: Bearer …`.' }),
})

export const getKey = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/me',
  summary:
    'The key that asks: its name, what the token of this request is good for, and the agency that it belongs to.',
  can: ANY_PROGRAM,
  input: z.object({}),
  output: z
    .object({
      id: z.string().describe('The client id of the key.'),
      name: z.string(),
      scopes: z
        .array(z.enum(apiScopes))
        .describe('Of this token: fewer than those of the key where fewer were asked for.'),
      created_at: Instant,
      expires_at: Instant.nullable().describe('Null where it holds until somebody removes it.'),
      agency: AgencyRef,
    })
    .meta({ id: 'Key', description: 'The id and the secret by which programs get tokens.' }),
})

export const listClients = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients',
  summary: 'The clients of the agency, the newest first.',
  can: 'program:clients:read',
  input: z.object({ limit: Limit, cursor: Cursor }),
  output: pageOf(Client),
})

export const getClient = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients/{client}',
  summary: 'One client, by its id.',
  can: 'program:clients:read',
  company: 'client',
  input: z.object({ client: Id }),
  output: Client,
})

export const listCampaigns = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/campaigns',
  summary:
    'The campaigns of the agency or of one of its clients, the newest first. Archived ones are listed where `status` asks for them, removed ones never.',
  can: 'program:campaigns:read',
  company: 'client',
  input: z.object({
    client: Id.optional().describe('The id of a client; left out for the campaigns of all.'),
    status: z.enum(campaignStatuses).exclude(['removed']).optional().describe('Only those that stand so.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: pageOf(Campaign),
})

export const getCampaign = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/campaigns/{campaign}',
  summary: 'One campaign, by its id or its number.',
  can: 'program:campaigns:read',
  campaign: 'campaign',
  input: z.object({ campaign: CampaignId }),
  output: Campaign,
})

export const listLeads = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/campaigns/{campaign}/leads',
  summary: 'The leads of a campaign, the newest first, of all time or between two instants (`until` is not included).',
  can: 'program:leads:read',
  campaign: 'campaign',
  takesRemoved: true,
  input: z.object({
    campaign: CampaignId,
    since: Instant.optional().describe('From this instant on.'),
    until: Instant.optional().describe('Before this instant.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: pageOf(Lead),
})

export const getLead = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/campaigns/{campaign}/leads/{lead}',
  summary:
    'One lead, by its id and the instant of its storing: both stand in lists, and in the letters of webhooks (`id`, `created_at`).',
  can: 'program:leads:read',
  campaign: 'campaign',
  takesRemoved: true,
  input: z.object({
    campaign: CampaignId,
    lead: Id,
    created_at: Instant.describe('Its `created_at`, as it was answered: leads lie by time.'),
  }),
  output: Lead,
})

export const createSignInToken = call({
  ...forPrograms,
  method: 'POST',
  path: '/v1/developer/sign-in-tokens',
  summary:
    'A link that signs a person of a client in: once, within a minute, on the host of the agency. 404: nobody of this address may be signed in so.',
  can: 'program:sign-in:write',
  body: 'json',
  idempotent: true,
  audit: { action: 'Security Change', did: 'Made a sign-in link' },
  input: z.object({ email: Email }),
  output: z.object({ token: z.string(), url: z.string(), expires_at: Instant }),
})

const exclusionUpload = {
  id: z.string(),
  client_id: z.string(),
  campaign_id: z.string().nullable().describe('The campaign whose list it is; null for the list of the whole client.'),
  filename: z.string(),
  status: z
    .enum(batchStatuses)
    .describe(
      '`waiting` for the file, then `processing`; `cancelling` while the part that is under way ends; `purged`: the list was emptied meanwhile.',
    ),
  records: z.number().nullable().describe('Records of the file; null before it was read.'),
  added: z.number().describe('Records that are new to the list.'),
  known: z.number().describe('Records that the list had already.'),
  rejected: z.number().describe('Records that are neither an address nor a hash of one.'),
  reason: z.string().nullable().describe('Why it failed.'),
  created_at: Instant,
}
const ExclusionUpload = z
  .object(exclusionUpload)
  .meta({ id: 'ExclusionUpload', description: 'A file on its way into an exclusion list.' })

export const createExclusionUpload = call({
  ...forPrograms,
  method: 'POST',
  path: '/v1/developer/clients/{client}/exclusion-uploads',
  summary:
    'Asks for the upload of a file of up to 1,000,000 e-mail addresses or their MD5, SHA-1 or SHA-256, one a line, into the exclusion list of a client or of one of its campaigns. Send the file as multipart/form-data to `url`, the `fields` first.',
  can: 'program:exclusions:write',
  company: 'client',
  body: 'json',
  idempotent: true,
  audit: { action: 'Exclusion List', did: 'Sent a file for the exclusion list' },
  input: z.object({
    client: Id,
    campaign_id: Id.optional().describe('Its list; left out for the list of the whole client.'),
    filename: z.string().min(1).max(255),
  }),
  output: z.object({
    ...exclusionUpload,
    url: z.string().describe('Where the file is sent.'),
    fields: z.record(z.string(), z.string()).describe('Fields of the form that come before the file.'),
  }),
})

export const listExclusionUploads = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients/{client}/exclusion-uploads',
  summary: 'The uploads of programs into the exclusion lists of a client and its campaigns, the newest first.',
  can: 'program:exclusions:write',
  company: 'client',
  input: z.object({ client: Id, limit: Limit, cursor: Cursor }),
  output: pageOf(ExclusionUpload),
})

export const getExclusionUpload = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients/{client}/exclusion-uploads/{upload}',
  summary: 'How far an upload is, and what became of its records.',
  can: 'program:exclusions:write',
  company: 'client',
  input: z.object({ client: Id, upload: Id }),
  output: ExclusionUpload,
})

export const cancelExclusionUpload = call({
  ...forPrograms,
  method: 'POST',
  path: '/v1/developer/clients/{client}/exclusion-uploads/{upload}/cancel',
  summary:
    'Ends an upload before its file is through. What went into the list by then stays there, as its counts say; the part of 10,000 records that is under way is finished first. 409: it has ended.',
  can: 'program:exclusions:write',
  company: 'client',
  body: 'none',
  audit: { action: 'Exclusion List', did: 'Cancelled a file for the exclusion list' },
  input: z.object({ client: Id, upload: Id }),
  output: ExclusionUpload,
})

const Events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)
const webhook = {
  id: z.string(),
  client_id: z.string().describe('The client, or the agency itself.'),
  campaign_id: z
    .string()
    .nullable()
    .describe('The campaign that it is told of; null for each campaign that has no webhook of its own for an event.'),
  url: z.string().describe('Its host and its last four characters: the whole address is a secret.'),
  label: z.string(),
  events: z.array(z.enum(webhookEvents)).describe('What it is told of.'),
  enabled: z.boolean().describe('False once it was switched off, by a person or because it only failed for days.'),
  disabled_reason: z.string().nullable().describe('Why it was switched off, where no person did it.'),
  old_secret_until: Instant.nullable().describe(
    'Until when the secret before this one signs too; null where none does.',
  ),
  created_at: Instant,
}
const WebhookOut = z
  .object(webhook)
  .meta({ id: 'Webhook', description: 'An address of your own that is told what happens.' })

export const listWebhooks = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients/{client}/webhooks',
  summary: 'The webhooks of a client and its campaigns, or of the agency itself, the oldest first, all on one page.',
  can: 'program:webhooks:write',
  company: 'client',
  input: z.object({ client: Id }),
  output: pageOf(WebhookOut),
})

export const getWebhook = call({
  ...forPrograms,
  method: 'GET',
  path: '/v1/developer/clients/{client}/webhooks/{webhook}',
  summary: 'One webhook, by its id.',
  can: 'program:webhooks:write',
  company: 'client',
  input: z.object({ client: Id, webhook: Id }),
  output: WebhookOut,
})

export const createWebhook = call({
  ...forPrograms,
  method: 'POST',
  path: '/v1/developer/clients/{client}/webhooks',
  summary: `Adds a webhook, at most ${MOST_WEBHOOKS} for a campaign and as many for all others. The secret that signs its letters is answered this once.`,
  can: 'program:webhooks:write',
  company: 'client',
  body: 'json',
  idempotent: true,
  audit: { action: 'Integration Save', did: 'Added a webhook' },
  input: z.object({
    client: Id,
    campaign_id: Id.optional().describe(
      'The campaign that it is told of; left out for all campaigns without one of their own.',
    ),
    url: z.string().trim().min(1, 'Enter the address of the webhook.').max(WEBHOOK_URL_MAX),
    label: z.string().trim().max(WEBHOOK_LABEL_MAX).default(''),
    events: Events.default([...usualEvents]).describe('What it is told of; left out for new leads alone.'),
  }),
  output: z.object({ ...webhook, secret: z.string().describe('Signs its letters.') }),
})

export const updateWebhook = call({
  ...forPrograms,
  method: 'PATCH',
  path: '/v1/developer/clients/{client}/webhooks/{webhook}',
  summary:
    'Has a webhook told of other events, gives it another label, or switches it on or off. What is left out stays.',
  can: 'program:webhooks:write',
  company: 'client',
  body: 'json',
  audit: { action: 'Integration Save', did: 'Changed a webhook' },
  input: z.object({
    client: Id,
    webhook: Id,
    label: z.string().trim().max(WEBHOOK_LABEL_MAX).optional(),
    events: Events.optional().describe('All that it is told of from now on.'),
    enabled: z.boolean().optional(),
  }),
  output: WebhookOut,
})

export const rollWebhookSecret = call({
  ...forPrograms,
  method: 'POST',
  path: '/v1/developer/clients/{client}/webhooks/{webhook}/secret',
  summary:
    'Has another secret sign the letters of a webhook. It is answered this once; the one before signs beside it for a day.',
  can: 'program:webhooks:write',
  company: 'client',
  body: 'json',
  idempotent: true,
  audit: { action: 'Integration Save', did: 'Made a new secret of a webhook' },
  input: z.object({ client: Id, webhook: Id }),
  output: z.object({ ...webhook, secret: z.string().describe('Signs its letters from now on.') }),
})

export const removeWebhook = call({
  ...forPrograms,
  method: 'DELETE',
  path: '/v1/developer/clients/{client}/webhooks/{webhook}',
  summary: 'Removes a webhook. What is on its way to it is not sent any more.',
  can: 'program:webhooks:write',
  company: 'client',
  body: 'none',
  audit: { action: 'Integration Save', did: 'Removed a webhook' },
  input: z.object({ client: Id, webhook: Id }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
})
