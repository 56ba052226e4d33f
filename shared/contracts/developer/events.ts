// What receivers of an agency are told, as the document has it.
import * as z from 'zod'
import { campaignStatuses, statusReasons } from '../../model/campaign-status.ts'
import { exclusionLevels } from '../../model/exclusion.ts'
import { endedBatchStatuses } from '../../model/exclusion-batch.ts'
import type { WebhookEvent } from '../../model/webhook.ts'

type Json = Record<string, unknown>
const Texts = z.record(z.string(), z.string())

const CampaignNumber = z
  .string()
  .describe('The number of the campaign: eight digits, which calls take as well as its id.')
const at = z.iso.datetime()

export const LeadCreated = z
  .object({
    event: z.literal('lead.created'),
    type: z.literal('lead.created'),
    timestamp: z.iso.datetime().describe('When the lead was stored.'),
    id: z.string().describe('The id of the lead.'),
    created_at: z.iso.datetime().describe('The same instant as `timestamp`.'),
    campaign_id: CampaignNumber,
    campaign_name: z.string(),
    company_name: z.string().describe('The name of the client.'),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string().describe('The street and the number of the house.'),
    city: z.string(),
    state: z.string().describe('Two letters.'),
    zip: z.string(),
    keyword: z.string(),
    landing_url: z.string().describe('The page that the person visited.'),
    tags: z.array(z.string()),
    advanced: Texts.describe('More of the person, by the id of the kind of information.'),
    b2b: Texts.describe('What is known of the company that the person works for.'),
    test: z.literal(true).optional().describe('Stands only in a lead that somebody sent to try the receiver.'),
  })
  .meta({ id: 'LeadCreated', description: 'A lead that a campaign brought. What is not known is an empty text.' })

export const leadCreatedExample: z.input<typeof LeadCreated> = {
  event: 'lead.created',
  type: 'lead.created',
  timestamp: '2026-11-20T15:04:05.000Z',
  id: 'led_01KB2X9D0Q6V5S4T3R2P1N0M9K',
  created_at: '2026-11-20T15:04:05.000Z',
  campaign_id: '48210077',
  campaign_name: 'Visitors of the shop',
  company_name: 'Bright Smiles',
  first_name: 'Dana',
  last_name: 'Miller',
  email: 'dana.miller@example.com',
  phone: '+12125550142',
  address: '12 Main Street',
  city: 'Columbus',
  state: 'OH',
  zip: '43215',
  keyword: '',
  landing_url: 'https://shop.example.com/prices',
  tags: [],
  advanced: {},
  b2b: {},
}

export const LeadCredited = z
  .object({
    event: z.literal('lead.credited'),
    type: z.literal('lead.credited'),
    timestamp: at.describe('When the lead was given back.'),
    id: z.string().describe('The id of the lead, as `lead.created` had it.'),
    campaign_id: CampaignNumber,
    campaign_name: z.string(),
    company_name: z.string().describe('The name of the client.'),
    excluded_by: z.enum(exclusionLevels).describe('Whose exclusion list names the person.'),
  })
  .meta({
    id: 'LeadCredited',
    description:
      'A lead of the last day was given back, because an exclusion list that came later names the person. It costs nothing, and who has it in another system takes it out there.',
  })

export const CampaignStatusChanged = z
  .object({
    event: z.literal('campaign.status_changed'),
    type: z.literal('campaign.status_changed'),
    timestamp: at.describe('When it changed. Letters may come in another order.'),
    id: z.string().describe('The id of the campaign.'),
    campaign_id: CampaignNumber,
    campaign_name: z.string(),
    company_name: z.string().describe('The name of the client.'),
    status: z.enum(campaignStatuses),
    previous_status: z.enum(campaignStatuses),
    reason: z.enum(statusReasons).describe('Why: what a person did (`user`), or what stood in its way.'),
  })
  .meta({ id: 'CampaignStatusChanged', description: 'A campaign was started, paused, stopped, archived or removed.' })

export const ExclusionUploadFinished = z
  .object({
    event: z.literal('exclusion_upload.finished'),
    type: z.literal('exclusion_upload.finished'),
    timestamp: at.describe('When it ended.'),
    id: z.string().describe('The id of the upload.'),
    client_id: z.string(),
    campaign_id: CampaignNumber.nullable().describe(
      'The number of the campaign whose list it is; null for the list of the whole client.',
    ),
    campaign_name: z.string().nullable(),
    company_name: z.string().describe('The name of the client.'),
    filename: z.string(),
    status: z.enum(endedBatchStatuses).describe('`cancelled` by a program; `purged`: the list was emptied meanwhile.'),
    records: z.number().nullable().describe('Records of the file; null where it could not be read.'),
    added: z.number().describe('Records that are new to the list.'),
    known: z.number().describe('Records that the list had already.'),
    rejected: z.number().describe('Records that are neither an address nor a hash of one.'),
    reason: z.string().nullable().describe('Why it failed.'),
  })
  .meta({ id: 'ExclusionUploadFinished', description: 'A file that a program uploaded is through, or failed.' })

const ofCampaign = { campaign_id: '48210077', campaign_name: 'Visitors of the shop', company_name: 'Bright Smiles' }

const leadCreditedExample: z.input<typeof LeadCredited> = {
  event: 'lead.credited',
  type: 'lead.credited',
  timestamp: '2026-11-20T18:22:31.000Z',
  id: 'led_01KB2X9D0Q6V5S4T3R2P1N0M9K',
  ...ofCampaign,
  excluded_by: 'client',
}

const campaignStatusChangedExample: z.input<typeof CampaignStatusChanged> = {
  event: 'campaign.status_changed',
  type: 'campaign.status_changed',
  timestamp: '2026-11-20T15:04:05.000Z',
  id: 'cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7',
  ...ofCampaign,
  status: 'stopped',
  previous_status: 'active',
  reason: 'limit_total',
}

const exclusionUploadFinishedExample: z.input<typeof ExclusionUploadFinished> = {
  event: 'exclusion_upload.finished',
  type: 'exclusion_upload.finished',
  timestamp: '2026-11-23T09:34:12.000Z',
  id: 'xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V',
  client_id: 'com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I',
  campaign_id: null,
  campaign_name: null,
  company_name: 'Bright Smiles',
  filename: 'customers.csv',
  status: 'done',
  records: 250_000,
  added: 249_120,
  known: 868,
  rejected: 12,
  reason: null,
}

const header = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of every letter, by the Standard Webhooks specification 1.0.0 and for simpler receivers. */
const letterHeaders: Json[] = [
  header(
    'webhook-id',
    'The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.',
    'led_01KB2X9D0Q6V5S4T3R2P1N0M9K_whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K',
  ),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970.', '1763651045'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256, in base64, of `id.timestamp.body`, made with the bytes behind `whsec_` of the secret. Two, with a blank between, for a day after a secret was replaced.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'x-signature',
    'For simpler receivers: the HMAC-SHA256, in hex, of the body alone, made with the whole text of the secret.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  header('x-signature-old', 'The same with the secret before, for a day after it was replaced.', '', false),
]

type SchemaOf = (type: z.ZodType, io: 'input' | 'output') => Json

const answers: Json = {
  '2XX': { description: 'It arrived.' },
  410: { description: 'The receiver is gone: its webhook is switched off, and its people get a mail.' },
  '4XX': {
    description:
      'It will not be tried again, but for 408, 425 and 429. Everything else, and no answer within 15 seconds, is tried again over three days.',
  },
}

type Event = { summary: string; letter: z.ZodType; example: Json }
const events: Record<WebhookEvent, Event> = {
  'lead.created': { summary: 'A lead was stored.', letter: LeadCreated, example: leadCreatedExample },
  'lead.credited': { summary: 'A lead was given back.', letter: LeadCredited, example: leadCreditedExample },
  'campaign.status_changed': {
    summary: 'A campaign started or came to rest.',
    letter: CampaignStatusChanged,
    example: campaignStatusChangedExample,
  },
  'exclusion_upload.finished': {
    summary: 'An exclusion upload of a program ended.',
    letter: ExclusionUploadFinished,
    example: exclusionUploadFinishedExample,
  },
}
/** @example operationIdOf('campaign.status_changed') // 'campaignStatusChanged' */
const operationIdOf = (event: string) => event.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

/** `samples`: code by which receivers check a letter, the same for all. */
export const webhooksOf = (schemaOf: SchemaOf, samples: readonly Json[]): Json =>
  Object.fromEntries(
    Object.entries(events).map(([event, { summary, letter, example }]) => [
      event,
      {
        post: {
          operationId: operationIdOf(event),
          tags: ['Webhooks'],
          summary,
          description:
            'Sent to the webhooks that are told of it: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.',
          security: [],
          parameters: letterHeaders,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(letter, 'output'), example } },
          },
          responses: answers,
          ...(event === 'lead.created' && { 'x-codeSamples': samples }),
        },
      },
    ]),
  )
