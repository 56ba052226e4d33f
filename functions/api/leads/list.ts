import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { viewerOf } from '#shared/leads/row.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { rowsFor, seenBy } from '../../domain/reports/facts.ts'
import { leadListPage } from '../../domain/reports/lead-list.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toPageWire } from '../../wire/lib/page.ts'
import { toReportRow } from '../../wire/reports/lead.ts'

const Place = z.object({
  after: z.object({ createdAt: z.number().int().min(0), id: z.string().max(64) }),
  offset: z.number().int().min(0),
})

export default handle(contracts.leads.list, async ({ input, actor, company, campaign, db }) => {
  const { scope, days } = readScope({ input, company, campaign })
  const { Page: page, PerPage: perPage, sortby: sort, order, searchQuery: search, moduleType, cursor } = input
  const list = ['leads', company.id, campaign?.id ?? moduleType, days.from, days.to].join('/')
  const place = cursor === undefined ? undefined : readCursor(list, cursor, Place)
  const viewer = viewerOf(actor)
  const query = { days, search, sort, order, page, perPage, place }
  const { rows, next, ...numbers } = await leadListPage(db, scope, query, seenBy(db, scope, viewer))
  const rowOf = await rowsFor(db, scope, rows, viewer, { hasTypes: true })
  return {
    ...toPageWire(numbers),
    next_cursor: next ? toCursor(list, next) : null,
    data: rows.flatMap((found) => {
      const shown = rowOf(found)
      return shown ? [toReportRow(shown)] : []
    }),
  }
})
