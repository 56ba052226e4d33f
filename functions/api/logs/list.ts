import { contracts } from '#shared/contracts/index.ts'
import { LOG_PAGE } from '#shared/user-log.ts'
import { findEntries, toLogRow } from '../../domain/user-log.ts'
import { handle } from '../../kit/handle.ts'

const MOST_COUNTED = 1000

export default handle(contracts.logs.list, async ({ db, input, company, request, now }) => {
  const { page, action, userType, userID, campaignID, logDateRange } = input
  const filter = { action, userType, userId: userID, campaignId: campaignID, dateRange: logDateRange }
  const timeZone = request.timeZone ?? company.timeZone
  const { found, isCut } = await findEntries(db, { company, filter, timeZone, now: now(), most: MOST_COUNTED })
  const rows = found.slice((page - 1) * LOG_PAGE, page * LOG_PAGE)
  const before = (page - 1) * LOG_PAGE
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(found.length / LOG_PAGE)),
    total: found.length,
    from: rows.length > 0 ? before + 1 : 0,
    to: rows.length > 0 ? before + rows.length : 0,
    per_page: LOG_PAGE,
    next_cursor: null,
    is_cut: isCut,
    data: rows.map(toLogRow),
  }
})
