// Sends a mail by a server that an agency named. It is somebody else's address, so it must be a mail port of a public
// host, it is looked up once and connected to as it was found, and nobody waits longer than ten seconds.
import { createTransport } from 'nodemailer'
import { postalEmail } from '#shared/email.ts'
import { type SmtpServer, smtpPorts } from '#shared/model/smtp.ts'
import { senderName } from '#shared/plain-name.ts'
import { shortenText } from '#shared/text.ts'
import { type Mail, messageOf } from './mail-message.ts'
import { findPublicAddress, HostFault } from './public-host.ts'

export const LIMIT_MS = 10_000

/** Why a mail did not leave, in words for the person who set the server up. */
export class SmtpFault extends Error {
  override name = 'SmtpFault'
}

const said = (error: unknown): string => {
  const text = error instanceof Error ? error.message : 'The server could not be reached.'
  return shortenText(text.replace(/\p{Cc}+/gu, ' ').trim(), 300)
}

export type OwnMail = Omit<Mail, 'replyTo'> & { fromAddress: string }

type Options = {
  /** `host:port` of servers that stand for public ones on a developer's machine. */
  exceptions: readonly string[]
  limitMs?: number
  find?: typeof findPublicAddress
}

export function openOwnSmtp({ exceptions, limitMs = LIMIT_MS, find = findPublicAddress }: Options) {
  async function addressOf(host: string, port: number): Promise<string> {
    if (exceptions.includes(`${host}:${port}`)) return host
    if (!smtpPorts.some((each) => each === port)) throw new SmtpFault('Use port 25, 465, 587 or 2525.')
    return find(host).catch((error) => {
      if (!(error instanceof HostFault)) throw error
      throw new SmtpFault(
        error.why === 'unknown' ? `There is no server named ${host}.` : 'This server is not on the public internet.',
      )
    })
  }

  async function hand(server: SmtpServer, mail: OwnMail, signal: AbortSignal): Promise<void> {
    const address = await addressOf(server.host, server.port)
    if (signal.aborted) return
    const transport = createTransport({
      host: address,
      port: server.port,
      secure: server.security === 'ssl',
      requireTLS: server.security === 'tls',
      ignoreTLS: server.security === 'none',
      ...(server.username && { auth: { user: server.username, pass: server.password } }),
      tls: { servername: server.host },
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      // A server that is slow to take its leave is left at once.
      socketCloseTimeout: 0,
    })
    try {
      await transport.sendMail({
        from: { name: senderName(mail.fromName), address: postalEmail(mail.fromAddress) },
        ...messageOf(mail),
        signal,
      })
    } finally {
      transport.close()
    }
  }

  /** All of it within the limit: the name, the connection, and every line of a server that says one at a time. */
  async function deliver(server: SmtpServer, mail: OwnMail): Promise<void> {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new SmtpFault('The server did not answer within ten seconds.'))
        stop.abort()
      }, limitMs)
    })
    try {
      await Promise.race([hand(server, mail, stop.signal), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** Throws a fault with the server's own words. */
    async send(server: SmtpServer, mail: OwnMail): Promise<void> {
      try {
        await deliver(server, mail)
      } catch (error) {
        throw error instanceof SmtpFault ? error : new SmtpFault(said(error))
      }
    },
  }
}
export type OwnSmtp = ReturnType<typeof openOwnSmtp>
