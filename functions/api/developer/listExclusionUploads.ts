import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toExclusionUpload } from '../../wire/developer/exclusion-upload.ts'

const Place = z.object({ id: z.string().max(64) })

export default handle(contracts.developer.listExclusionUploads, async ({ db, input, company }) => {
  const scope = `api/exclusion-uploads/${company.id}`
  const after = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place).id
  const found = await db.exclusionBatch.list(company.id, { after, limit: input.limit + 1 })
  const page = found.slice(0, input.limit)
  const last = page.at(-1)
  return {
    data: page.map(toExclusionUpload),
    next_cursor: last && found.length > page.length ? toCursor(scope, { id: last.id }) : null,
  }
})
