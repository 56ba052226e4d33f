// Mail leaves by one door: SES on AWS, SMTP where a server is named (a developer's machine, or an agency's own).

import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { createTransport, type Transporter } from 'nodemailer'
import { postalEmail } from '#shared/email.ts'
import { senderName } from '#shared/plain-name.ts'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'
import { type Mail, MailAway, MailBusy, messageOf } from './mail-message.ts'

const SMTP_MS = SERVICE_SECONDS * 1000

/** More than the service takes in a second. What is more than it takes in a day is for a person to settle, and no matter of waiting. */
const isTooFast = (error: unknown): boolean =>
  error instanceof Error &&
  /^(TooManyRequestsException|Throttling(Exception)?)$/.test(error.name) &&
  !/daily/i.test(error.message)

/** Nobody is there, or nobody who answers: of SES its own faults, of a server that speaks SMTP what ends a connection. */
function isAway(error: unknown): boolean {
  const { name, code, responseCode, $fault } = Object(error) as Record<string, unknown>
  if (responseCode === 421) return true
  return (
    $fault === 'server' ||
    name === 'TimeoutError' ||
    /^(E(CONN|TIMEDOUT|SOCKET|DNS)|EAI_AGAIN|ENOTFOUND)/.test(String(code))
  )
}

export function openMail(options: { from: string; smtpUrl?: string | undefined }) {
  let transport: Transporter | undefined
  const open = () => {
    transport ??= options.smtpUrl
      ? createTransport({
          url: options.smtpUrl,
          connectionTimeout: SMTP_MS,
          greetingTimeout: SMTP_MS,
          socketTimeout: SMTP_MS,
        })
      : createTransport({
          SES: { sesClient: new SESv2Client({ maxAttempts: 2, ...sdkLimits(SERVICE_SECONDS) }), SendEmailCommand },
        })
    return transport
  }
  return {
    async send(mail: Mail): Promise<void> {
      try {
        await open().sendMail({
          from: { name: senderName(mail.fromName), address: postalEmail(options.from) },
          ...messageOf(mail),
          ...(mail.replyTo && { replyTo: postalEmail(mail.replyTo) }),
        })
      } catch (error) {
        if (isTooFast(error)) throw new MailBusy('The mail service takes no more in this second.', { cause: error })
        throw isAway(error) ? new MailAway('The mail service does not answer.', { cause: error }) : error
      }
    },
  }
}
export type Mailer = ReturnType<typeof openMail>
