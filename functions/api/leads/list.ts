import { contracts } from '#shared/contracts/index.ts'
import { viewerOf } from '#shared/leads/row.ts'
import { listNameOf, readScope } from '../../domain/reports/asked.ts'
import { rowsFor, seenBy } from '../../domain/reports/facts.ts'
import { leadListPage, Place } from '../../domain/reports/lead-list.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toLeadPage } from '../../wire/reports/lead.ts'

export default handle(contracts.leads.list, async ({ input, actor, company, campaign, db }) => {
  const { scope, days } = readScope({ input, company, campaign })
  const { Page: page, PerPage: perPage, sortby: sort, order, searchQuery: search, cursor } = input
  const list = listNameOf({ input, company, campaign })
  const place = cursor === undefined ? undefined : readCursor(list, cursor, Place)
  const viewer = viewerOf(actor)
  const query = { days, search, sort, order, page, perPage, place }
  const found = await leadListPage(db, scope, query, seenBy(db, scope, viewer))
  const rowOf = await rowsFor(db, scope, found.rows, viewer, { hasTypes: true })
  return toLeadPage(found, rowOf, found.next && toCursor(list, found.next))
})
