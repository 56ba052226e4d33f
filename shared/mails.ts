// Every mail that the platform sends: its name, and the facts that it is made from. Whatever is secret or can be looked
// up (links, names, brands) is put in when the mail is made, so that it never lies in a queue.
import * as z from 'zod'

const to = { userId: z.string() }
/** For mails that go to another address than the one the person has. */
const addressed = { ...to, address: z.string() }
const device = { ...to, device: z.string(), ip: z.string(), at: z.number() }

export const mailFacts = {
  /** After registration: what to do first, and the link that confirms the address. */
  welcome: z.object(to),
  confirmEmail: z.object(to),
  /** For whoever has this address on the tenant; nothing is sent when nobody has. */
  resetPassword: z.object({ email: z.string() }),
  passwordChanged: z.object({ ...to, at: z.number() }),
  newDevice: z.object(device),
  tooManyTries: z.object({ ...to, at: z.number() }),
  twoFactorCode: z.object({ ...to, code: z.string(), minutes: z.number() }),
  /** Someone made an account for this person, who has yet to choose a password. */
  invitation: z.object({ ...to, inviterName: z.string() }),
  /**
   * Something about the account's security changed; `what` is a whole sentence. `address`: where it is told besides their own
   * address, such as the one they had until a moment ago.
   */
  securityNotice: z.object({ ...to, what: z.string(), at: z.number(), address: z.string().optional() }),
  /** A code to one of the two addresses that a change of address needs the consent of. */
  emailChangeCode: z.object({ ...addressed, code: z.string(), newEmail: z.string(), minutes: z.number() }),
  /** To an address that somebody wants for themselves although it has an account. */
  emailTaken: z.object({ ...addressed, at: z.number() }),
  emailChanged: z.object({ ...addressed, newEmail: z.string(), at: z.number() }),
  /** An automatic top-up of a Data Wallet was not paid; `reason` is a whole sentence. */
  topUpFailed: z.object({ ...to, amount: z.string(), reason: z.string(), at: z.number() }),
  /** A card did not pay; `reason` is a whole sentence, `nextAt` when it is tried again by itself. */
  paymentFailed: z.object({
    ...to,
    ...{ what: z.string(), amount: z.string(), reason: z.string(), nextAt: z.number().nullable() },
    /** It was asked of the Data Wallet, and not of a card. */
    isWallet: z.boolean().default(false),
  }),
  /** Nothing is owed any more. */
  paymentRecovered: z.object(to),
  /** An agency's own mail server refused a mail, which the platform sent instead. */
  smtpFailed: z.object({ ...to, host: z.string(), reason: z.string(), at: z.number() }),
} as const satisfies Record<string, z.ZodType>

export type MailName = keyof typeof mailFacts
export type MailFacts<Name extends MailName> = z.output<(typeof mailFacts)[Name]>
export const mailNames = Object.keys(mailFacts) as MailName[]

/** One mail to send: `mailId` names it, so that it is sent once however often its message is delivered. */
export const MailMessage = z
  .object({ mailId: z.string(), tenantId: z.string(), mail: z.enum(mailNames), facts: z.unknown() })
  .superRefine(({ mail, facts }, context) => {
    const parsed = mailFacts[mail].safeParse(facts)
    if (!parsed.success) context.addIssue({ code: 'custom', path: ['facts'], message: `do not fit the mail ${mail}` })
  })
