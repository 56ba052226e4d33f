import { DAY, MINUTE } from '#shared/dates.ts'
import { mayLeaveByOwnServer } from '#shared/mails.ts'
import { type SmtpServer, senderOf } from '#shared/model/smtp.ts'
import { mainPersonOf } from '../domain/companies/people.ts'
import { type MadeMail, makeMail } from '../domain/mail/make.ts'
import { findOwnSmtp } from '../domain/mail/own-smtp.ts'
import { MailAway, MailBusy } from '../gateways/mail-message.ts'
import { SmtpFault } from '../gateways/own-smtp.ts'
import { consume, type JobContext, ServiceAway } from '../kit/consume.ts'
import { log } from '../kit/log.ts'
import { postMail } from '../kit/post.ts'

type Send = JobContext<'sendMail'>

/** Longer than a worker runs, so that a mail in work is not sent a second time by another delivery of its message. */
const LEASE_MS = 60_000

/** So long, at random, waits a mail that the service had no room for in its second: those of one moment come back spread over a minute. */
const BACK_SECONDS = { least: 5, most: 60 }

/** A mail that waits for longer is said as an error: new messages make the queue look young, and none of them fails. */
const LATE_MS = 15 * MINUTE

/** Puts a mail back as a new message: waiting is no failed try, so a morning's reports are late at worst, and none gives up. */
async function putBack({ queues, now, message }: Send): Promise<string> {
  const { least, most } = BACK_SECONDS
  const delaySeconds = least + Math.floor(Math.random() * (most - least + 1))
  const { waitsSince = now() } = message
  const waitedMs = now() - waitsSince
  if (waitedMs > LATE_MS)
    log.error('failed', { call: 'room at the mail service', minutes: Math.floor(waitedMs / MINUTE) })
  await queues.send('sendMail', { ...message, waitsSince }, { delaySeconds })
  return `${message.mail} waits, because the mail service takes no more in this second`
}

/** The agency's own server, for mails that the person who runs it may read. */
async function ownServer({ db, sealer, message }: Send): Promise<SmtpServer | undefined> {
  if (!mayLeaveByOwnServer(message.mail)) return undefined
  try {
    return await findOwnSmtp({ db, sealer }, message.tenantId)
  } catch (error) {
    log.error('failed', { call: 'own mail server' }, error)
    return undefined
  }
}

/** Keeps the reason where the settings show it, and tells the agency once a day. */
async function tellFailure(context: Send, server: SmtpServer, reason: string): Promise<void> {
  const { db, now, message } = context
  const at = now()
  await db.setting.noteSmtpFailure(message.tenantId, reason, at)
  const tenant = await db.company.find(message.tenantId)
  const userId = tenant && (await mainPersonOf(db, tenant))
  if (!userId) return
  const mailId = `smtp-${message.tenantId}-${Math.floor(at / DAY)}`
  await postMail(context, tenant, 'smtpFailed', { userId, host: server.host, reason, at }, mailId)
}

/** What is noted once a mail has left must not have it sent again. */
async function afterwards(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => log.error('failed', { call: 'note of a mail that left' }, error))
}

/** By the agency's own server, or by the platform's when that refuses. Answers how it went. */
async function leave(context: Send, made: MadeMail): Promise<string> {
  const { db, mail, ownSmtp, message } = context
  // Of an agency that is gone it is nobody's business.
  const server = made.isOver ? undefined : await ownServer(context)
  if (!server) {
    await mail.send(made)
    return 'sent'
  }
  try {
    await ownSmtp.send(server, { ...made, fromAddress: senderOf(server) })
  } catch (error) {
    if (!(error instanceof SmtpFault)) throw error
    await mail.send(made)
    const { message: reason } = error
    await afterwards(() => tellFailure(context, server, reason))
    return `sent by the platform, because ${server.host} refused it`
  }
  await afterwards(async () => {
    if (await db.setting.findSmtpFailure(message.tenantId)) await db.setting.forgetSmtpFailure(message.tenantId)
  })
  return `sent by ${server.host}`
}

export const handler = consume('sendMail', {
  async run(context) {
    const { db, env, sealer, now, message } = context
    const state = await db.mail.take(message.mailId, now(), LEASE_MS)
    if (state === 'sent') return `${message.mail} was sent before`
    if (state === 'busy') throw new Error('Another delivery of this mail is being worked on.')
    try {
      const platform = { scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }
      const made = await makeMail({ db, sealer, platform, now }, message)
      const how = made ? await leave(context, made) : 'has nobody to read it'
      await db.mail.done(message.mailId, now())
      return `${message.mail} ${how}`
    } catch (error) {
      await db.mail.giveBack(message.mailId)
      if (error instanceof MailBusy) return putBack(context)
      if (error instanceof MailAway) throw new ServiceAway(error.message, { cause: error })
      throw error
    }
  },
})
