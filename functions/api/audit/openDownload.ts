import { MOST_LOG_ROWS } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { loggedCampaign } from '../../domain/audit/campaign.ts'
import { downloadEnded, readTicket } from '../../domain/audit/ticket.ts'
import { findEntries } from '../../domain/audit/write.ts'
import { handle } from '../../kit/handle.ts'
import { couldAskNow } from '../../kit/ticket-holder.ts'
import { logCsv } from '../../wire/audit/row.ts'

/** Long enough for a browser to follow at once, and no longer. */
const FOLLOW_SECONDS = 30

export default handle(contracts.audit.openDownload, async (context) => {
  const { db, files, sealer, input, tenant, newId, now } = context
  const { token, ...segments } = input
  const at = now()
  const ticket = await readTicket(sealer, { segments, tenantId: tenant.id, token, now: at })
  const named = { companyID: segments.company }
  if (!(await couldAskNow(context, contracts.audit.download, ticket.holder, named))) throw downloadEnded()
  const company = await db.company.get(segments.company)
  const { action, userType, user: userId, dateRange } = segments
  const campaignId = await loggedCampaign(db, segments.campaign)
  const filter = { action, userType, userId, campaignId, dateRange }
  const { found, isCut } = await findEntries(db, {
    company,
    filter,
    timeZone: ticket.timeZone,
    now: at,
    most: MOST_LOG_ROWS,
    mostRead: MOST_LOG_ROWS,
  })
  const key = `exports/logs/${company.id}/${newId('log')}.csv`
  await files.put(key, logCsv(found, isCut), 'text/csv')
  return { location: await files.downloadUrl(key, `user-logs-${company.name}.csv`, FOLLOW_SECONDS) }
})
