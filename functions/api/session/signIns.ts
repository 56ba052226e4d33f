import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { shownSignIns } from '#shared/sign-in.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'

const Place = z.object({ at: z.number().int().min(0), id: z.string().max(64) })

export default handle(contracts.session.signIns, async ({ db, input, me, now }) => {
  const scope = `sign-ins ${me.id}`
  const before = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  // One more than is shown says whether there is more.
  const found = await db.signInEntry.latest(me.id, now() - shownSignIns.keepMs, shownSignIns.most + 1, before)
  const entries = found.slice(0, shownSignIns.most)
  const last = found.length > entries.length ? entries.at(-1) : undefined
  return {
    data: entries.map(({ userId: _, at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
    next_cursor: last ? toCursor(scope, { at: last.at, id: last.id }) : null,
  }
})
