import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { sortValue } from '../../data/companies/list-item.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toClient } from '../../wire/developer/api.ts'

const Place = z.object({ value: z.string().max(200), companyId: z.string().max(64) })

export default handle(contracts.developer.listClients, async ({ db, input, agency }) => {
  const { limit } = input
  const list = { parentId: agency.id, kind: 'client', sort: 'createdAt', order: 'desc' } as const
  const scope = `api/clients/${agency.id}`
  const at = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  // By the client that was seen last, not by a number: nobody is left out where one that was seen is gone meanwhile. It comes once more.
  const found = await db.node.read(list, { at, limit: limit + 2 })
  const rest = found[0]?.companyId === at?.companyId ? found.slice(1) : found
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(toClient),
    next_cursor:
      last && rest.length > limit
        ? toCursor(scope, { value: sortValue(last, list.sort), companyId: last.companyId })
        : null,
  }
})
