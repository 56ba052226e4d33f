import * as z from 'zod'
import { hashKinds } from '../csv.ts'

/** `waiting` for the file, `queued` once it arrived, `running`, then `done`, `failed` or `purged` (its list was emptied meanwhile). */
export const uploadStatuses = ['waiting', 'queued', 'running', 'done', 'failed', 'purged'] as const
const openUploadStatuses = ['waiting', 'queued', 'running'] as const

/** How a list spreads the hashes of one kind: 2^bits buckets, in a generation of their own when they were spread anew. */
export const Layout = z.object({ generation: z.number(), bits: z.number() })
export type Layout = z.output<typeof Layout>

/**
 * What an import will do, decided once against the list as it stood. A retry, or a second worker on the same file,
 * does exactly this again, so its counts never change. `id` names the files of its records and of its rejected rows.
 */
export const ImportPlan = z.object({
  id: z.string(),
  targets: z.partialRecord(z.enum(hashKinds), Layout),
  added: z.partialRecord(z.enum(hashKinds), z.number()),
})
export type ImportPlan = z.output<typeof ImportPlan>

/** One exclusion file on its way into a list. Once it is planned: accepted + duplicates + rejected = totalRows. */
export const Upload = z.object({
  id: z.string(),
  companyId: z.string(),
  campaignType: z.string(),
  fileName: z.string(),
  status: z.enum(uploadStatuses),
  /** Epoch of the list when the upload was asked for: a purge raises it, and what an older upload writes is not seen. */
  epoch: z.number(),
  totalRows: z.number(),
  currentRow: z.number(),
  accepted: z.number(),
  duplicates: z.number(),
  rejected: z.number(),
  plan: ImportPlan.nullable(),
  /** How often its lost work was sent again. */
  resends: z.number(),
  reason: z.string().nullable(),
  /** The long file that it is a piece of. */
  batchId: z.string().optional(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Upload = z.output<typeof Upload>

export const isOpen = (upload: Pick<Upload, 'status'>): boolean =>
  (openUploadStatuses as readonly string[]).includes(upload.status)
