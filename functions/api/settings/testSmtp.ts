import { refusalForMailServer } from '#shared/access/mail-server.ts'
import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { refused, tooMany } from '#shared/errors.ts'
import { senderOf } from '#shared/model/smtp.ts'
import { requireFirstAddress } from '../../domain/mail/first-address.ts'
import { checkSmtp, completeSmtp } from '../../domain/mail/own-smtp.ts'
import { countMail } from '../../domain/mail/quota.ts'
import { requireTenant } from '../../domain/settings/theme.ts'
import { SmtpFault } from '../../gateways/own-smtp.ts'
import { handle } from '../../kit/handle.ts'
import { readSmtp } from '../../wire/settings/smtp.ts'

const MOST_A_MINUTE = 5

export default handle(
  contracts.settings.testSmtp,
  async ({ input, actor, me, company, db, sealer, ownSmtp, now, tell }) => {
    requireTenant(company)
    const why = refusalForMailServer(actor, me)
    if (why) throw refused(why)
    const { companyID: _, sendto, ...typed } = input
    const server = await completeSmtp({ db, sealer }, company.id, readSmtp(typed))
    checkSmtp(server)
    if ((await db.guard.count('testSmtp', company.id, MINUTE, now())) > MOST_A_MINUTE)
      throw tooMany('You tried this several times in a minute. Please wait a little.', MINUTE / 1000)
    await requireFirstAddress({ db, me, actor })
    await countMail({ db, now }, company.id, 'testMail')
    const text = `This mail shows that ${company.name} can send mails by ${server.host}.`
    try {
      await ownSmtp.send(server, {
        to: sendto,
        subject: `A mail to try ${server.host}`,
        text,
        html: `<p>${text.replace(/[<>&]/g, ' ')}</p>`,
        fromName: company.brand.name,
        fromAddress: senderOf(server),
      })
    } catch (error) {
      if (!(error instanceof SmtpFault)) throw error
      tell({ description: `Tried the mail server ${server.host}, which failed` })
      return { result: 'failed' as const, message: error.message }
    }
    tell({ description: `Tried the mail server ${server.host}, which took a mail` })
    return { result: 'success' as const, message: `A mail was sent to ${sendto}.` }
  },
)
