// A mail as both ways of sending take it. Apart from them: the agency's own server needs no mail service to be loaded.
import { postalEmail } from '#shared/email.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  fromName: string
  replyTo?: string
  attachments?: readonly { filename: string; content: string; contentType: string }[]
  /** Where its reader, or their mail program for them, ends such mails with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** The mail service takes no more in this second. Nothing is wrong with the mail, and it was not sent. */
export class MailBusy extends Error {
  override name = 'MailBusy'
}

/** The mail service cannot be reached, or is broken. Whether it took the mail may not be known. */
export class MailAway extends Error {
  override name = 'MailAway'
}

/** What every way of sending says of a mail. */
export const messageOf = ({
  to,
  subject,
  html,
  text,
  attachments = [],
  unsubscribeUrl,
}: Omit<Mail, 'fromName' | 'replyTo'>) => ({
  to: postalEmail(to),
  subject: subject.replace(/[\r\n]/g, ' '),
  html,
  text,
  attachments: [...attachments],
  ...(unsubscribeUrl && {
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }),
})
