import * as z from 'zod'

/** `waiting` for the file, `queued` once it arrived, `running`, then `done`, `failed` or `purged` (its list was emptied meanwhile). */
export const uploadStatuses = ['waiting', 'queued', 'running', 'done', 'failed', 'purged'] as const
export const openUploadStatuses = ['waiting', 'queued', 'running'] as const

/** One exclusion file on its way into a list. Once `done`: accepted + duplicates + rejected = totalRows. */
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
  reason: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Upload = z.output<typeof Upload>
