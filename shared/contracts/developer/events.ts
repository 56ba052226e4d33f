// What receivers of an agency are told, as the document has it.
import * as z from 'zod'

type Json = Record<string, unknown>
const Texts = z.record(z.string(), z.string())

export const LeadCreated = z
  .object({
    event: z.literal('lead.created'),
    type: z.literal('lead.created'),
    timestamp: z.iso.datetime().describe('When the lead was stored.'),
    id: z.string().describe('The id of the lead.'),
    created_at: z.iso.datetime().describe('The same instant as `timestamp`.'),
    campaign_id: z.string().describe('The number of the campaign: eight digits.'),
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
  id: '01KB2X9D0Q6V5S4T3R2P1N0M9K',
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

const header = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of every letter, by the Standard Webhooks specification 1.0.0 and for simpler receivers. */
export const letterHeaders: Json[] = [
  header(
    'webhook-id',
    'The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.',
    'dlv_01KB2X9D0Q6V5S4T3R2P1N0M9K',
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

/** `samples`: code by which receivers check a letter. */
export const webhooksOf = (schemaOf: SchemaOf, samples: readonly Json[]): Json => ({
  'lead.created': {
    post: {
      operationId: 'leadCreated',
      tags: ['Webhooks'],
      summary: 'A lead was stored.',
      description:
        'Sent to the webhooks that people set up: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.',
      security: [],
      parameters: letterHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(LeadCreated, 'output'), example: leadCreatedExample } },
      },
      responses: answers,
      'x-codeSamples': samples,
    },
  },
})
