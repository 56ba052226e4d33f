// A long exclusion file of a program, which goes into its list in pieces, one after the other.
import * as z from 'zod'

export const MAX_BATCH_RECORDS = 1_000_000
export const MAX_BATCH_BYTES = 100 * 1024 * 1024

/**
 * `waiting` for the file; `processing` while its pieces are imported; `cancelling` while the last one is that goes in; `purged`: its
 * list was emptied meanwhile.
 */
export const batchStatuses = ['waiting', 'processing', 'cancelling', 'done', 'failed', 'cancelled', 'purged'] as const
export const endedBatchStatuses = ['done', 'failed', 'cancelled', 'purged'] as const

export const ExclusionBatch = z.object({
  id: z.string(),
  companyId: z.string(),
  /** Which list: of the whole company, or the id of a campaign. */
  scope: z.string(),
  fileName: z.string(),
  status: z.enum(batchStatuses),
  /** Of its list when the upload was asked for: pieces of an earlier one add nothing. */
  epoch: z.number().int(),
  /** Null until the file was cut. */
  pieces: z.number().int().nullable().default(null),
  /** The piece that is imported or comes next, from 0. What lies before it is counted below. */
  next: z.number().int().default(0),
  records: z.number().int().default(0),
  accepted: z.number().int().default(0),
  duplicates: z.number().int().default(0),
  rejected: z.number().int().default(0),
  reason: z.string().nullable().default(null),
  /** The key that asked for it, and its secret of then; not said by rows of before. */
  requestedBy: z.string(),
  keyVersion: z.number().int().optional(),
  createdAt: z.number(),
})
export type ExclusionBatch = z.output<typeof ExclusionBatch>

export const isBatchOpen = ({ status }: Pick<ExclusionBatch, 'status'>): boolean =>
  status === 'waiting' || status === 'processing' || status === 'cancelling'
