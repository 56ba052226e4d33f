import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { refusalForReportMails } from '#shared/access/report-mails.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.reportMails, async ({ db, user, actor, permissions, company, now }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const row = await db.reportMail.find(user.id)
  const rhythm = row?.rhythm ?? 'off'
  const whyNone = refusalForReportMails({ user, company, parent: undefined, permissions, now: now() })
  return {
    rhythm,
    next: row && rhythm !== 'off' && !whyNone ? row.day : null,
    time_zone: company.timeZone,
    why_none: whyNone ?? '',
  }
})
