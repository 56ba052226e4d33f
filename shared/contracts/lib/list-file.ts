import * as z from 'zod'
import { listFileStatuses } from '../../model/list-file.ts'

/** A file of a long list: how far it is, and once it is done where it lies. */
export const ListFileWire = z.object({
  id: z.string(),
  filename: z.string(),
  status: z.enum(listFileStatuses),
  current_row: z.number(),
  total_row: z.number(),
  reason: z.string().nullable(),
  /** Where it lies, for two minutes; once it is done. */
  url: z.string().optional(),
})
