import { makeMail } from '../domain/make-mail.ts'
import { consume } from '../kit/consume.ts'

/** Longer than a worker runs, so that a mail in work is not sent a second time by another delivery of its message. */
const LEASE_MS = 60_000

export const handler = consume('sendMail', {
  async run({ db, mail, env, now, message }) {
    const state = await db.mail.take(message.mailId, now(), LEASE_MS)
    if (state === 'sent') return `${message.mail} was sent before`
    if (state === 'busy') throw new Error('Another delivery of this mail is being worked on.')
    try {
      const platform = { scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }
      const made = await makeMail({ db, platform, now }, message)
      if (made) await mail.send(made)
      await db.mail.done(message.mailId, now())
      return made ? `${message.mail} sent` : `${message.mail} has nobody to read it`
    } catch (error) {
      await db.mail.giveBack(message.mailId)
      throw error
    }
  },
})
