import * as z from 'zod'
import { uploadStatuses } from '../../model/upload.ts'
import { call } from '../lib/call.ts'
import { FileJob, Id } from '../lib/fields.ts'

/** Which list of a company it is: the one that holds for all its campaigns, or the one of the campaign that is named beside it. */
const CampaignType = z.enum(['client', 'campaign'], 'Lists are of a whole client or of one campaign.')
const CampaignId = Id.optional()

export const ExclusionJob = FileJob.extend({ status: z.enum(uploadStatuses) })

type FilePart = { name: string; bytes: Uint8Array }
const isFilePart = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array

export const upload = call({
  method: 'POST',
  path: '/tools/optout-client/upload',
  summary:
    'Asks for an upload (JSON: answered with a pre-signed form), or takes the file itself as multipart, which fits up to 4 MB. Either way the same worker reads it.',
  can: 'exclusion:update',
  inView: 'allowed',
  body: 'form',
  company: 'ClientCompanyID',
  campaign: 'leadspeekID',
  audit: { action: 'Exclusion List', did: 'Sent a file for the exclusion list' },
  rounds: {
    most: 7,
    reason:
      'The list is found before the file is written down, and the files that are awaited are counted anew where the count may be over.',
  },
  input: z.object({
    ClientCompanyID: Id,
    campaigntype: CampaignType,
    leadspeekID: CampaignId,
    filename: z.string().min(1).max(255).optional(),
    /** Filled by the door from the single file part of a multipart body. */
    file: z.custom<FilePart>(isFilePart, 'Send the file as one part of a form.').optional(),
  }),
  output: z.object({
    result: z.literal('success'),
    message: z.string(),
    jobID: z.string(),
    url: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

export const progress = call({
  method: 'GET',
  path: '/tools/optout-client/job-progress',
  summary: 'Uploads of a list that are still worked on, and the latest that are done.',
  can: 'exclusion:read',
  company: 'companyId',
  campaign: 'leadspeekID',
  rounds: { most: 3, reason: 'The list leads to its files.' },
  input: z.object({ companyId: Id, campaignType: CampaignType, leadspeekID: CampaignId }),
  output: z.object({
    data: z.object({ jobProgress: z.array(ExclusionJob), jobDone: z.array(ExclusionJob), total: z.number() }),
  }),
})

export const purge = call({
  method: 'DELETE',
  path: '/tools/optout-client/purge',
  summary: 'Empties a list at once; uploads that were asked for before it add nothing.',
  can: 'exclusion:update',
  inView: 'allowed',
  company: 'paramID',
  campaign: 'leadspeekID',
  audit: { action: 'Exclusion List', did: 'Emptied the exclusion list', tried: 'Tried to empty the exclusion list' },
  rounds: { most: 6, reason: 'The list begins anew before its old rows are emptied.' },
  input: z.object({ paramID: Id, campaignType: CampaignType, leadspeekID: CampaignId }),
  output: z.object({ result: z.literal('success'), title: z.string(), msg: z.string() }),
})

export const download = call({
  method: 'GET',
  path: '/tools/optout-client/download/{companyId}',
  summary: 'A short-lived address of the list as a file: each record in the form in which it was uploaded.',
  can: 'exclusion:read',
  company: 'companyId',
  campaign: 'leadspeekID',
  rounds: { most: 3, reason: 'The list leads to its files.' },
  input: z.object({ companyId: Id, campaignType: CampaignType.default('client'), leadspeekID: CampaignId }),
  output: z.object({ url: z.string(), filename: z.string() }),
})

export const downloadRejected = call({
  method: 'GET',
  path: '/tools/optout-client/rejected/{companyId}/{jobId}',
  summary: 'A short-lived address of the rows an upload refused: row number, reason, original text.',
  can: 'exclusion:read',
  company: 'companyId',
  campaign: 'leadspeekID',
  input: z.object({ companyId: Id, jobId: Id, campaignType: CampaignType.default('client'), leadspeekID: CampaignId }),
  output: z.object({ url: z.string(), filename: z.string() }),
})

const entry = z.object({
  companyId: Id,
  campaignType: CampaignType,
  leadspeekID: CampaignId,
  /** An e-mail address, or its MD5, SHA-1 or SHA-256. It travels in the body, so that no address stands in a log of addresses. */
  record: z.string().max(320),
})

export const findEntry = call({
  method: 'POST',
  path: '/tools/optout-client/entry/find',
  summary: 'Whether a list holds an address, in any of its forms, or a hash.',
  can: 'exclusion:read',
  inView: 'allowed',
  audit: 'none',
  company: 'companyId',
  campaign: 'leadspeekID',
  input: entry,
  output: z.object({ state: z.enum(['listed', 'erased', 'absent']) }),
})

export const addEntry = call({
  method: 'POST',
  path: '/tools/optout-client/entry',
  summary: 'Adds one record to a list, as a file of one row. `jobID` is null when the list holds it already.',
  can: 'exclusion:update',
  inView: 'allowed',
  company: 'companyId',
  campaign: 'leadspeekID',
  audit: { action: 'Exclusion List', did: 'Added an entry to the exclusion list' },
  rounds: { most: 4, reason: 'The list leads to its buckets, and the row is written down before its file arrives.' },
  input: entry,
  output: z.object({ result: z.literal('success'), message: z.string(), jobID: z.string().nullable() }),
})

export const removeEntry = call({
  method: 'POST',
  path: '/tools/optout-client/entry/remove',
  summary:
    'Takes one record off a list, in all forms in which it stands there. 409 while a file is read into the list.',
  can: 'exclusion:delete',
  inView: 'allowed',
  company: 'companyId',
  campaign: 'leadspeekID',
  audit: { action: 'Exclusion List', did: 'Removed an entry from the exclusion list' },
  input: entry,
  output: z.object({ result: z.literal('success'), message: z.string() }),
})
