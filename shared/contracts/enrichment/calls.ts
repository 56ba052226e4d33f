// Data enrichment: a file of addresses, its price, its confirmation, and what was found.
import * as z from 'zod'
import { payers, shownStatuses } from '../../model/enrichment.ts'
import { MOST_INFORMATION_TYPES } from '../../model/information-type.ts'
import { call } from '../lib/call.ts'
import { FileJob, Id } from '../lib/fields.ts'

const pages = ['dataEnrichment'] as const
const reads = { can: 'enrichment:read', pages, company: 'companyID' } as const

const EnrichmentJob = FileJob.extend({
  status: z.enum(shownStatuses),
  information: z.array(z.string()),
  /** Hundredths of a cent. */
  price_centi_cents: z.number(),
  most_cents: z.number(),
  matched: z.number(),
  /** What it costs, with what earlier ones left that was too small for a card. */
  amount_cents: z.number(),
  /** Too small for a card: charged with a later one. */
  is_waiting_sum: z.boolean(),
  pays_by: z.enum(payers).nullable(),
  has_result: z.boolean(),
  has_rejected: z.boolean(),
  expires_at: z.string(),
})
export type EnrichmentJob = z.output<typeof EnrichmentJob>

export const options = call({
  method: 'GET',
  path: '/enrichment/options/{companyID}',
  summary:
    'Which information an enrichment may ask for, what a match costs with and without it, and what it is paid with.',
  ...reads,
  rounds: {
    most: 2,
    reason: 'Prices and the way to pay are those of the company.',
    again: 'The company of an operator is its own root.',
  },
  input: z.object({ companyID: Id }),
  output: z.object({
    information: z.array(z.object({ id: z.string(), name: z.string() })),
    price_basic_centi_cents: z.number(),
    price_advanced_centi_cents: z.number(),
    max_rows: z.number(),
    pays_by: z.enum(payers).nullable(),
    why: z.string().nullable(),
  }),
})

export const list = call({
  method: 'GET',
  path: '/enrichment/list/{companyID}',
  summary: 'The latest enrichments of an agency, how far each is, and what became of its payment.',
  ...reads,
  input: z.object({ companyID: Id }),
  output: z.object({ data: z.array(EnrichmentJob) }),
})

export const start = call({
  method: 'POST',
  path: '/enrichment/upload',
  summary:
    'Asks for an upload of plain addresses or their MD5: answered with a form that the file is sent with. Nothing is charged yet.',
  can: 'enrichment:update',
  pages,
  company: 'companyID',
  inView: 'refused',
  audit: { action: 'Other Change', did: 'Sent a file for data enrichment' },
  rounds: { most: 3, reason: 'What may be asked for is read before the row is written.' },
  input: z.object({
    companyID: Id,
    filename: z.string().min(1).max(255),
    information: z.array(Id).max(MOST_INFORMATION_TYPES).default([]),
  }),
  output: z.object({
    result: z.literal('success'),
    enrichmentID: z.string(),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
})

export const confirm = call({
  method: 'POST',
  path: '/enrichment/confirm',
  summary:
    'Begins an enrichment at the price that was shown. The most that it can cost is set aside where the Data Wallet pays; a card is charged for what was found.',
  can: 'enrichment:update',
  pages,
  company: 'companyID',
  inView: 'refused',
  idempotent: true,
  audit: {
    action: 'Other Change',
    did: 'Confirmed a data enrichment',
    tried: 'Tried to confirm a data enrichment',
  },
  rounds: { most: 4, reason: 'Its key is written down first, and the file is read before the money is looked at.' },
  /** `most_cents`: as it was shown. */
  input: z.object({ companyID: Id, enrichmentID: Id, most_cents: z.number().int().min(0) }),
  output: z.object({ job: EnrichmentJob }),
})

export const drop = call({
  method: 'POST',
  path: '/enrichment/drop',
  summary: 'Decides against a file that was not confirmed yet. Nothing is charged.',
  can: 'enrichment:update',
  pages,
  company: 'companyID',
  inView: 'refused',
  audit: { action: 'Other Change', did: 'Removed a file for data enrichment' },
  input: z.object({ companyID: Id, enrichmentID: Id }),
  output: z.object({ result: z.literal('success'), message: z.string() }),
})

const file = {
  input: z.object({ companyID: Id, enrichmentID: Id }),
  output: z.object({ url: z.string(), filename: z.string() }),
}

export const result = call({
  method: 'GET',
  path: '/enrichment/result/{companyID}/{enrichmentID}',
  summary: 'A short-lived address of what was found, as a CSV file. It opens when it is paid.',
  ...reads,
  ...file,
})

export const rejected = call({
  method: 'GET',
  path: '/enrichment/rejected/{companyID}/{enrichmentID}',
  summary: 'A short-lived address of the rows that were not taken: row number, reason, original text.',
  ...reads,
  ...file,
})
