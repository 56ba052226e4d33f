// Companies as files: clients that come in a CSV, and the lists of agencies and clients that leave as one.
import * as z from 'zod'
import { importStatuses } from '../../model/client-import.ts'
import { campaignStates, cardStatuses } from '../../model/node.ts'
import { call } from '../lib/call.ts'
import { Done, FileJob, Id } from '../lib/fields.ts'

const pages = ['agencyList', 'clientManagement'] as const

export const ImportJob = FileJob.extend({
  status: z.enum(importStatuses),
  /** Until when a checked file may be confirmed. */
  confirm_until: z.string().nullable(),
  /** Invitations of clients that were added, which wait for the quota of another day, and when the next leave. */
  invitations_wait: z.number(),
  invitations_from: z.string().nullable(),
})
const OneImport = z.object({ companyID: Id, importID: Id })

export const startImport = call({
  method: 'POST',
  path: '/configuration/user/import',
  summary:
    'Asks for the upload of a CSV file of clients: answered with a pre-signed form. The file is read and checked; its new rows become clients, each with an invitation, once somebody confirms them.',
  can: 'client:import',
  inView: 'refused',
  pages,
  company: 'companyID',
  audit: { action: 'User Create', did: 'Sent a file of clients', tried: 'Tried to send a file of clients' },
  rounds: { most: 3, reason: 'Forms of an agency are counted before one is written down.' },
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

export const importPreview = call({
  method: 'GET',
  path: '/configuration/user/import/{companyID}/{importID}',
  summary: 'What a checked file of clients would make: the first rows of it, and what stands against the others.',
  can: 'client:import',
  pages,
  company: 'companyID',
  input: OneImport,
  output: z.object({
    job: ImportJob,
    /** How many clients would be made, and as many invitations mailed. */
    invitations: z.number(),
    /** How many of them leave on the day of the confirmation; the others on the days after it, as the quota allows. */
    invitations_today: z.number(),
    /** Why it cannot be confirmed yet; empty when it can. */
    refusal: z.string(),
    /** The columns as the file names them, in its order. */
    columns: z.array(z.string()),
    /** The first rows that would become clients. */
    rows: z.array(
      z.object({
        row: z.number(),
        company: z.string(),
        fullname: z.string(),
        email: z.string(),
        phone: z.string(),
      }),
    ),
    /** The first rows that would not: those that are known already (`duplicate`) and those that are wrong (`rejected`). */
    left: z.array(
      z.object({
        row: z.number(),
        kind: z.enum(['duplicate', 'rejected']),
        reason: z.string(),
        cells: z.array(z.string()),
      }),
    ),
  }),
})

export const confirmImport = call({
  method: 'POST',
  path: '/configuration/user/import/confirm',
  summary:
    'Makes the clients of a checked file and invites them, beyond the quota of a day on the days that follow. Confirmed twice, it is made once.',
  can: 'client:import',
  pages,
  company: 'companyID',
  inView: 'refused',
  audit: { action: 'User Create', did: 'Confirmed a file of clients', tried: 'Tried to confirm a file of clients' },
  input: OneImport,
  output: z.object({ job: ImportJob }),
})

export const dropImport = call({
  method: 'DELETE',
  path: '/configuration/user/import/{companyID}/{importID}',
  summary: 'Decides against a file of clients that was not confirmed: nothing of it is made, and the file is removed.',
  can: 'client:import',
  pages,
  company: 'companyID',
  inView: 'refused',
  body: 'none',
  audit: { action: 'User Update', did: 'Dropped a file of clients' },
  input: OneImport,
  output: Done,
})

export const importedRows = call({
  method: 'GET',
  path: '/configuration/user/import/{companyID}/{importID}/rejected',
  summary:
    'The rows of a file that became, or would become, no client, in the form of that file with a column that says why. Mended, it can be sent again as it is.',
  can: 'client:import',
  pages,
  company: 'companyID',
  input: OneImport,
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
  rounds: { most: 3, reason: 'A file that is on its way is looked for before another one is ordered.' },
  input: z.object({
    companyID: Id,
    search: z.string().max(200).default('none'),
    Filters: z.string().max(200).default(''),
    CardStatus: z.enum([...cardStatuses, '']).default(''),
    CampaignStatus: z.enum([...campaignStates, '']).default(''),
  }),
  output: z.object({ url: z.string(), filename: z.string(), rows: z.number() }),
})
