// A file of a list that may be long: asked for by a call, written by a job, found again by the person who asked.
import * as z from 'zod'
import { DAY, MINUTE } from '../dates.ts'
import { DOWNLOADS_KEPT_DAYS, isDownloadKept } from '../retention.ts'
import { productLines } from './company.ts'

export const listFileStatuses = ['waiting', 'running', 'done', 'failed'] as const

/** Which leads a file holds, and as whom they are seen. */
const LeadFileScope = z.object({
  /** The client, or the company whose clients all are meant. */
  companyId: z.string(),
  campaignId: z.string(),
  line: z.enum(['', ...productLines]),
  viewer: z.enum(['agency', 'client']),
})
export type LeadFileScope = z.output<typeof LeadFileScope>

/** How far a file is that is sent in parts: its upload at the store, the tags of the parts that are there, and where the next one begins. */
export const FileParts = z.object({
  uploadId: z.string(),
  tags: z.array(z.string()),
  rows: z.number(),
  /** What its columns were when it was begun. */
  head: z.string(),
  /** The last lead that is in it. */
  after: z.object({ campaignId: z.string(), createdAt: z.number(), id: z.string() }),
  /** Nothing is left to be sent. */
  isWhole: z.boolean(),
})
export type FileParts = z.output<typeof FileParts>

export const ListFile = z.object({
  id: z.string(),
  companyId: z.string(),
  what: z.enum(['agenciesReport', 'leads']),
  leads: LeadFileScope.optional(),
  /** The days that are asked for. */
  start: z.string(),
  end: z.string(),
  status: z.enum(listFileStatuses),
  totalRows: z.number(),
  currentRow: z.number(),
  reason: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  parts: FileParts.optional(),
  /** How often what is known of its parts was written. */
  step: z.number().optional(),
  /** How often it was begun anew because of an erasure: what was written before has another name, and is never given out. */
  round: z.number().optional(),
})
export type ListFile = z.output<typeof ListFile>

/** Longer than a message waits for its next worker, so that a file of which nothing was heard since is lost. */
const LIST_FILE_SILENT_MS = 15 * MINUTE
/** Why a file that was there is not any more. */
export const LIST_FILE_ERASED = 'A person was erased since this file was made. Please order it again.'
export const LIST_FILE_LOST = 'The file could not be finished. Please try again.'

export const isMaking = ({ status }: Pick<ListFile, 'status'>): boolean => status === 'waiting' || status === 'running'

/** Its row goes with it: a later look may still find something of that. */
export const LIST_FILE_KEPT_MS = DOWNLOADS_KEPT_DAYS * DAY
export const isListFileKept = ({ createdAt }: Pick<ListFile, 'createdAt'>, now: number): boolean =>
  isDownloadKept(createdAt, now)

/** The file as it stands; one that nobody works on any more is a failed one. */
export function listFileAt(file: ListFile, now: number): ListFile {
  const isLost = isMaking(file) && now - file.updatedAt > LIST_FILE_SILENT_MS
  return isLost ? { ...file, status: 'failed', reason: LIST_FILE_LOST } : file
}
