// What is asked about one person by their e-mail address: a copy of all that is held on them, or its erasure. The address itself is
// kept nowhere, only a hash of it.
import * as z from 'zod'
import { MINUTE } from '../dates.ts'
import { isDownloadKept } from '../retention.ts'

export const personRequestKinds = ['export', 'erase'] as const
export type PersonRequestKind = (typeof personRequestKinds)[number]
export const personRequestStatuses = ['waiting', 'running', 'done', 'failed'] as const

/** Where a lead stands in the table. */
export const LeadPlace = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  createdAt: z.number(),
  id: z.string(),
})
export type LeadPlace = z.output<typeof LeadPlace>

/** `find` looks through all leads; `answer` copies or blanks them; `files` looks through the files of lists and enrichments. */
export const personRequestParts = ['find', 'answer', 'files'] as const

export const PersonRequest = z.object({
  id: z.string(),
  companyId: z.string(),
  kind: z.enum(personRequestKinds),
  status: z.enum(personRequestStatuses),
  part: z.enum(personRequestParts),
  /** How far the part is, so that a worker goes on where the last one ended. */
  cursor: z.string(),
  /** SHA-256 of the address that was asked for, then of the person's other addresses, in hexadecimal digits. */
  hashes: z.array(z.string()),
  /** Leads of the round that is worked on, and how many earlier rounds had. */
  found: z.array(LeadPlace),
  answered: z.number().default(0),
  /** Campaigns that were looked through. */
  campaigns: z.number(),
  /** Files of lists and enrichments in which the address stood. */
  files: z.number(),
  reason: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type PersonRequest = z.output<typeof PersonRequest>
/** What the operator's tool keeps of erasures, for tables that are restored. */
export const SavedErasures = z.array(PersonRequest)

export const isAnswering = ({ status }: Pick<PersonRequest, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** Leads that are found before they are answered, as many as a row has room for. Those behind them are for the next round. */
export const MOST_FOUND = 1000

/** All leads of a person that were found so far. */
export const leadsOf = ({ found, answered }: Pick<PersonRequest, 'found' | 'answered'>): number =>
  answered + found.length

/** Longer than its queue tries again, so that a request of which nothing was heard since is lost. */
const SILENT_MS = 60 * MINUTE
export const REQUEST_LOST = 'It could not be finished. Please ask again.'

/** The request as it stands; one that nobody works on any more is a failed one. */
export function personRequestAt(request: PersonRequest, now: number): PersonRequest {
  const isLost = isAnswering(request) && now - request.updatedAt > SILENT_MS
  return isLost ? { ...request, status: 'failed', reason: REQUEST_LOST } : request
}

/** Whether its copy can be downloaded. */
export const isCopyKept = ({ kind, status, updatedAt }: PersonRequest, now: number): boolean =>
  kind === 'export' && status === 'done' && isDownloadKept(updatedAt, now)
