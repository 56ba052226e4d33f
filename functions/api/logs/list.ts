import { PAGE_SIZE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { findEntries, toLogEntryRow, toLogRow } from '../../domain/user-log.ts'
import { handle } from '../../kit/handle.ts'

const MOST_COUNTED = 1000

export default handle(contracts.logs.list, async ({ db, input, company, actor, request, now }) => {
  const { page, action, userType, userID, campaignID, logDateRange } = input
  const filter = { action, userType, userId: userID, campaignId: campaignID, dateRange: logDateRange }
  const timeZone = request.timeZone ?? company.timeZone
  const { found, isCut } = await findEntries(db, { company, filter, timeZone, now: now(), most: MOST_COUNTED })
  const rows = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const before = (page - 1) * PAGE_SIZE
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(found.length / PAGE_SIZE)),
    total: found.length,
    from: rows.length > 0 ? before + 1 : 0,
    to: rows.length > 0 ? before + rows.length : 0,
    per_page: PAGE_SIZE,
    next_cursor: null,
    is_cut: isCut,
    // What operators set may be no matter of an agency, such as what sales people get of it.
    data: rows.map((entry) =>
      actor.role === 'root' || entry.userType !== 'root' ? toLogEntryRow(entry) : toLogRow(entry),
    ),
  }
})
