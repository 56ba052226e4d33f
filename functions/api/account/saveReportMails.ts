import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { refusalForReportMails } from '#shared/access/report-mails.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, lostTo, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { chooseReports } from '../../domain/reports/mail.ts'
import { handle } from '../../kit/handle.ts'

export default handle(
  contracts.account.saveReportMails,
  async ({ db, sealer, input, user, actor, permissions, company, now, tell }) => {
    const why = refusalForOwnProfile(actor, user)
    if (why) throw refused(why)
    const { rhythm } = input
    // Anybody may end them, no matter why none came.
    const whyNone = refusalForReportMails({ user, company, parent: undefined, permissions, now: now() })
    if (rhythm !== 'off' && whyNone) throw invalid({ rhythm: whyNone })
    const saved = await chooseReports({ db, sealer, now }, { user, company, rhythm })
    if (!saved) throw lostTo({ rhythm: messages.changedMeanwhile })
    tell({
      description: rhythm === 'off' ? 'Ended the reports by mail' : `Set the reports by mail to ${rhythm}`,
      after: { reports: rhythm },
    })
    const message = rhythm === 'off' ? 'You get no reports by mail.' : `You get a ${rhythm} report from now on.`
    return { result: 'success' as const, message }
  },
)
