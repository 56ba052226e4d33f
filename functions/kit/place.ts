// Places in lists of companies, as cursors.
import * as z from 'zod'
import { readCursor, toCursor } from './cursor.ts'

const Place = z.object({ value: z.string().max(200), companyId: z.string().max(64), offset: z.number().int().min(0) })

export const placeCursors = (cursor: string | undefined) => ({
  read: (scope: string) => (cursor === undefined ? undefined : readCursor(scope, cursor, Place)),
  make: (scope: string, place: z.output<typeof Place>) => toCursor(scope, place),
})
