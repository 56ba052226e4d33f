import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { conflict, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { describeFault } from '../../domain/connections/describe-fault.ts'
import { maySee } from '../../domain/integrations/serving.ts'
import { isOf, shareAgain } from '../../domain/sheets/write.ts'
import { ToolFault } from '../../gateways/integrations/tool.ts'
import { handle } from '../../kit/handle.ts'

/** Google sends a mail to each reader each time. */
const MOST_AN_HOUR = 5

export default handle(contracts.integrations.resendSheetLink, async (context) => {
  const { actor, campaign, company, db, now, tell } = context
  if ((await db.guard.count('sheet-link', campaign.id, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('The link was sent several times in an hour. Please wait a little.', HOUR / 1000)
  const [sheet] = await db.sheet.list(campaign)
  if (!sheet) throw conflict(messages.sheetMissing)
  const connection = await db.tool.find({ companyId: sheet.ownerId, slug: 'google_sheets' })
  if (!connection || connection.lostAt > 0 || !maySee(actor.role, sheet.ownerId === campaign.agencyId))
    throw conflict(messages.toolGone)
  if (!isOf(sheet, connection)) throw conflict(messages.sheetElsewhere)
  try {
    const taken = await shareAgain(context, { campaign, client: company, connection }, sheet)
    if (!taken) throw conflict(messages.sheetBusy)
    tell({
      description: `Sent the link of the sheet of the campaign ${campaign.name}`,
      campaignId: campaign.id,
      after: { readers: taken.length },
    })
    if (taken.length === 0) throw conflict(messages.sheetUnread)
    return { result: 'success' as const, message: messages.sheetSent, data: taken }
  } catch (error) {
    throw error instanceof ToolFault ? conflict(describeFault('Google Sheets', error)) : error
  }
})
