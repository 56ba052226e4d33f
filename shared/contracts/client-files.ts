// Companies as files: clients that come in a CSV, and the lists of agencies and clients that leave as one.
import * as z from 'zod'
import { importStatuses } from '../model/client-import.ts'
import { campaignStates, cardStatuses } from '../model/node.ts'
import { call } from './call.ts'
import { FileJob, Id } from './fields.ts'

const pages = ['agencyList', 'clientManagement'] as const

export const ImportJob = FileJob.extend({ status: z.enum(importStatuses) })

export const startImport = call({
  method: 'POST',
  path: '/configuration/user/import',
  summary:
    'Asks for the upload of a CSV file of clients: answered with a pre-signed form. Each row that is new becomes a client with an invitation.',
  can: 'client:import',
  inView: 'refused',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id, filename: z.string().min(1).max(255) }),
  output: z.object({ importID: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
})

export const imports = call({
  method: 'GET',
  path: '/configuration/user/import/{companyID}',
  summary: 'The latest files of clients of an agency, and how far each is.',
  can: 'client:import',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id }),
  output: z.object({ data: z.array(ImportJob) }),
})

export const importedRows = call({
  method: 'GET',
  path: '/configuration/user/import/{companyID}/{importID}/rejected',
  summary: 'The rows of a file that became no client: row number, reason and original text.',
  can: 'client:import',
  pages,
  company: 'companyID',
  input: z.object({ companyID: Id, importID: Id }),
  output: z.object({ url: z.string(), filename: z.string() }),
})

export const exportList = call({
  method: 'GET',
  path: '/configuration/user/export/{companyID}',
  summary:
    'A list of agencies or clients as a CSV file, whole or as it is searched and filtered. No cell of it runs as a formula.',
  can: 'client:export',
  pages,
  company: 'companyID',
  input: z.object({
    companyID: Id,
    search: z.string().max(200).default('none'),
    Filters: z.string().max(200).default(''),
    CardStatus: z.enum([...cardStatuses, '']).default(''),
    CampaignStatus: z.enum([...campaignStates, '']).default(''),
  }),
  output: z.object({ url: z.string(), filename: z.string(), rows: z.number() }),
})
