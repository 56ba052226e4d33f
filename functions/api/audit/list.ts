import { PAGE_SIZE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { describePage } from '#shared/paging.ts'
import { loggedCampaign } from '../../domain/audit/campaign.ts'
import { findEntries } from '../../domain/audit/write.ts'
import { handle } from '../../kit/handle.ts'
import { toLogEntryRow, toLogRow } from '../../wire/audit/row.ts'
import { toPageWire } from '../../wire/lib/page.ts'

const MOST_COUNTED = 1000

export default handle(contracts.audit.list, async ({ db, input, company, actor, request, now }) => {
  const { page, action, userType, userID, campaignID, logDateRange } = input
  const campaignId = await loggedCampaign(db, campaignID)
  const filter = { action, userType, userId: userID, campaignId, dateRange: logDateRange }
  const timeZone = request.timeZone ?? company.timeZone
  const { found, isCut } = await findEntries(db, { company, filter, timeZone, now: now(), most: MOST_COUNTED })
  const offset = (page - 1) * PAGE_SIZE
  const rows = found.slice(offset, offset + PAGE_SIZE)
  return {
    ...toPageWire(describePage({ total: found.length, offset, perPage: PAGE_SIZE, count: rows.length })),
    next_cursor: null,
    is_cut: isCut,
    // What operators set may be no matter of an agency, such as what sales people get of it.
    data: rows.map((entry) =>
      actor.role === 'root' || entry.userType !== 'root' ? toLogEntryRow(entry) : toLogRow(entry),
    ),
  }
})
