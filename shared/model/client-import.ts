import * as z from 'zod'

export const importStatuses = ['waiting', 'running', 'done', 'failed'] as const
export const MAX_IMPORT_ROWS = 1000
export const MAX_IMPORT_BYTES = 1024 * 1024

/** What a row of a file of clients can say, by the name of its column. The first three must be there. */
export const importColumns = ['company', 'full name', 'e-mail', 'phone', 'country'] as const
export type ImportColumn = (typeof importColumns)[number]

/** One file of clients on its way. Once it is done: accepted + duplicates + rejected = totalRows. */
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
  /** SHA-256 of the file that was read first: the form may be used again with another one, which is left alone. */
  contentHash: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type ClientImport = z.output<typeof ClientImport>
export type ImportCounts = Pick<ClientImport, 'totalRows' | 'accepted' | 'duplicates' | 'rejected'>
