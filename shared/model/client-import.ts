import * as z from 'zod'
import { DAY } from '../dates.ts'

/**
 * `waiting` for the file and for it to be read, `checked` when it waits for somebody to confirm what it would make,
 * `running`, then `done`, `failed`, or `ended` (nobody confirmed it, or somebody decided against it: nothing was made).
 */
export const importStatuses = ['waiting', 'checked', 'running', 'done', 'failed', 'ended'] as const
export const MAX_IMPORT_ROWS = 1000
export const MAX_IMPORT_BYTES = 1024 * 1024
/** A file that was checked and that nobody confirmed is forgotten after this. */
export const CONFIRM_WITHIN_MS = DAY
/** How many rows of each kind a preview shows. */
export const PREVIEW_ROWS = 20

/** What a row of a file of clients can say, by the name of its column. The first three must be there. */
const importColumns = ['company', 'full name', 'e-mail', 'phone', 'country'] as const
export type ImportColumn = (typeof importColumns)[number]

/**
 * One file of clients on its way. From the moment it is checked: accepted + duplicates + rejected = totalRows, where
 * `accepted` are those that would be made; once it is done it is those that were.
 */
export const ClientImport = z.object({
  id: z.string(),
  companyId: z.string(),
  fileName: z.string(),
  status: z.enum(importStatuses),
  totalRows: z.number(),
  currentRow: z.number(),
  accepted: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  reason: z.string().nullable(),
  /** SHA-256 of the file that was checked: the form may be used again with another one, which is left alone. */
  contentHash: z.string().nullable(),
  /** Until when it may be confirmed. */
  confirmUntil: z.number().nullable(),
  /** How many of the checked rows were worked on, in their order: a worker that takes over begins here. */
  worked: z.number(),
  /** Rows (by their number in the file) whose address became somebody else's after the check. */
  lateRows: z.array(z.number()),
  /** How many of its rows have an invitation that a day's quota counted; null: all of them. The others wait for the next days. */
  granted: z.number().nullable(),
  /** Of how many rows the invitations were handed on, once its clients were made. */
  invited: z.number(),
  /** The company whose quota counts them: that of the person who confirmed. */
  countedFor: z.string(),
  /** How often its lost work was sent again. */
  resends: z.number(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type ClientImport = z.output<typeof ClientImport>
export type ImportCounts = Pick<ClientImport, 'totalRows' | 'accepted' | 'duplicates' | 'rejected'>

/** Whether work or a decision is still to come. */
export const isOpenImport = ({ status }: Pick<ClientImport, 'status'>): boolean =>
  status === 'waiting' || status === 'checked' || status === 'running'

/** How many invitations of a file whose clients were made wait for the quota of another day. */
export const waitingInvitations = (row: ClientImport): number =>
  row.status === 'done' && row.granted !== null ? row.accepted + row.lateRows.length - row.invited : 0
/** Whether there is something to be done about it, by people or by the platform. */
export const isUnfinished = (row: ClientImport): boolean => isOpenImport(row) || waitingInvitations(row) > 0
