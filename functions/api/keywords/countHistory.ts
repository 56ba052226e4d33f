import { contracts } from '#shared/contracts/index.ts'
import { lookupStatusOf, sortLookups } from '#shared/model/lookup.ts'
import { describePage } from '#shared/paging.ts'
import { handle } from '../../kit/handle.ts'
import { runningIn, toLookupRow } from '../../wire/keywords/lookup.ts'
import { toPageWire } from '../../wire/lib/page.ts'

export default handle(contracts.keywords.countHistory, async ({ db, company, input, now }) => {
  const { Page, PerPage, status, sort, order, leadspeekID } = input
  const all = await db.lookup.list(company.id)
  const at = now()
  const wanted = all.filter(
    (row) =>
      (status === '' || lookupStatusOf(row, at) === status) &&
      (leadspeekID === undefined || row.campaignId === leadspeekID),
  )
  const offset = (Page - 1) * PerPage
  const rows = sortLookups(wanted, { sort, order }).slice(offset, offset + PerPage)
  const page = describePage({ total: wanted.length, offset, perPage: PerPage, count: rows.length })
  return {
    ...toPageWire(page),
    next_cursor: null,
    data: rows.map((row) => toLookupRow(row, at)),
    running: runningIn(all, at),
  }
})
