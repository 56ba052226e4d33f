import { contracts } from '#shared/contracts/index.ts'
import { nodePage } from '../../domain/companies/list.ts'
import { handle } from '../../kit/handle.ts'
import { placeCursors } from '../../kit/place.ts'
import { toClient } from '../../wire/developer/api.ts'

export default handle(contracts.developer.listClients, async ({ db, input, agency }) => {
  const cursors = placeCursors(input.cursor)
  const scope = `api/clients/${agency.id}`
  const place = cursors.read(scope)
  const found = await nodePage(db, {
    list: { parentId: agency.id, kind: 'client', sort: 'createdAt', order: 'desc' },
    search: '',
    tags: [],
    // A page of another size than the one before begins where that one ended.
    page: place ? Math.floor(place.offset / input.limit) + 1 : 1,
    perPage: input.limit,
    place,
  })
  return { data: found.nodes.map(toClient), next_cursor: found.next ? cursors.make(scope, found.next) : null }
})
