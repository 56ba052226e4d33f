// Mail leaves by one door: SES on AWS, SMTP where a server is named (a developer's machine, or an agency's own).

import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { createTransport, type Transporter } from 'nodemailer'
import { postalEmail } from '#shared/email.ts'
import { senderName } from '#shared/plain-name.ts'
import { type Mail, messageOf } from './mail-message.ts'

export function openMail(options: { from: string; smtpUrl?: string | undefined }) {
  let transport: Transporter | undefined
  const open = () => {
    transport ??= options.smtpUrl
      ? createTransport(options.smtpUrl)
      : createTransport({ SES: { sesClient: new SESv2Client({}), SendEmailCommand } })
    return transport
  }
  return {
    async send(mail: Mail): Promise<void> {
      await open().sendMail({
        from: { name: senderName(mail.fromName), address: postalEmail(options.from) },
        ...messageOf(mail),
        ...(mail.replyTo && { replyTo: postalEmail(mail.replyTo) }),
      })
    },
  }
}
export type Mailer = ReturnType<typeof openMail>
