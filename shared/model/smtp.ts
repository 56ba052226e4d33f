// An agency's own mail server: where its mails go out, so that they come from its own address.
import * as z from 'zod'
import { EmailText } from './email-text.ts'

export const smtpPorts = [25, 465, 587, 2525] as const
const smtpSecurities = ['ssl', 'tls', 'none'] as const

/** Stands for a password that is kept; nobody is ever told the password itself. */
export const KEPT_PASSWORD = '********'

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} letters.`)
    .regex(/^[^\p{Cc}]*$/u, 'Use no control characters.')

export const SmtpServer = z.object({
  /** A name on the public internet; empty means that the platform sends the mails. */
  host: line(253)
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?)?$/, 'Enter the name of a server, such as smtp.example.com.'),
  port: z.number().int().min(1).max(65_535),
  username: line(254),
  /** The mark above keeps the password that was saved before. */
  password: z.string().max(500),
  security: z.enum(smtpSecurities),
  /** The address that the mails come from; the user name where that is an address. */
  fromAddress: z.union([z.literal(''), EmailText()]),
})
export type SmtpServer = z.output<typeof SmtpServer>

/** How it goes with the own server: unused, used, or failing, so that the platform sends instead. */
export const SmtpView = SmtpServer.extend({
  state: z.enum(['off', 'active', 'failing']),
  failure: z.string(),
  failedAt: z.string(),
  /** Why the person who asks may not change it; empty where they may. */
  whyNot: z.string(),
})
export type SmtpView = z.output<typeof SmtpView>

export const noSmtp: SmtpServer = { host: '', port: 587, username: '', password: '', security: 'tls', fromAddress: '' }

/** The address that mails of a server come from; empty when none is known. */
export const senderOf = ({ fromAddress, username }: Pick<SmtpServer, 'fromAddress' | 'username'>): string =>
  fromAddress || (username.includes('@') ? username : '')
