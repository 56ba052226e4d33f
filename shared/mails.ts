// Every mail that the platform sends: its name, what it carries, and the facts that it is made from. Anything that is secret or can be looked
// up (links, names, brands) is put in when the mail is made, so that it never lies in a queue.
import * as z from 'zod'
import { toolSlugs } from './integrations/slugs.ts'
import { productLines } from './model/company.ts'
import { mailRhythms } from './reports/report-mail.ts'

const to = { userId: z.string() }
/** For mails that go to another address than the one the person has. */
const addressed = { ...to, address: z.string() }
/** An invoice, and the company that pays it, on whose site it is read. */
const invoice = {
  payerId: z.string().default(''),
  number: z.string().default(''),
  what: z.string(),
  amount: z.string(),
}
const device = { ...to, device: z.string(), ip: z.string(), at: z.number() }

/**
 * What the person who reads a mail gets with it.
 * - `credential`: something that opens an account or proves an address, such as a link or a code.
 * - `security`: what somebody must learn so that nobody takes their account in silence.
 * - `news`: everything else.
 * Only news may leave by a server that an agency named: the person who runs that server reads all that passes through it.
 */
export type Carries = 'credential' | 'security' | 'news'
type Mail<Facts extends z.ZodType = z.ZodType> = {
  carries: Carries
  facts: Facts
  /** It goes to an address that somebody typed, whose reader may have no account: names in it are shown plainly. */
  toStrangers?: true
}

const credential = <Facts extends z.ZodType>(facts: Facts): Mail<Facts> => ({ carries: 'credential', facts })
const toStranger = <Facts extends z.ZodType>(facts: Facts): Mail<Facts> => ({
  carries: 'credential',
  facts,
  toStrangers: true,
})
const security = <Facts extends z.ZodType>(facts: Facts): Mail<Facts> => ({ carries: 'security', facts })
const news = <Facts extends z.ZodType>(facts: Facts): Mail<Facts> => ({ carries: 'news', facts })
const newsToStranger = <Facts extends z.ZodType>(facts: Facts): Mail<Facts> => ({
  carries: 'news',
  facts,
  toStrangers: true,
})

export const mails = {
  /** After registration: what to do first, and the link that confirms the address. */
  welcome: toStranger(z.object(to)),
  confirmEmail: toStranger(z.object(to)),
  /** For the person who has this address on the tenant; nothing is sent when nobody has. */
  resetPassword: credential(z.object({ email: z.string() })),
  passwordChanged: security(z.object({ ...to, at: z.number() })),
  newDevice: security(z.object(device)),
  tooManyTries: security(z.object({ ...to, at: z.number() })),
  /** Codes lie sealed for their person as long as they wait in a queue. */
  twoFactorCode: credential(z.object({ ...to, sealedCode: z.string(), minutes: z.number() })),
  /** Someone made an account for this person, who has yet to choose a password. */
  invitation: toStranger(z.object({ ...to, inviterName: z.string() })),
  /**
   * Something about the account's security changed; `what` is a whole sentence. `address`: where it is told besides their own
   * address, such as the one they had until a moment ago.
   */
  securityNotice: security(z.object({ ...to, what: z.string(), at: z.number(), address: z.string().optional() })),
  /** A code to one of the two addresses that a change of address needs the consent of. */
  emailChangeCode: toStranger(
    z.object({ ...addressed, sealedCode: z.string(), newEmail: z.string(), minutes: z.number() }),
  ),
  /** To an address that somebody else asked to give a person: the link with which its reader agrees. */
  newEmail: toStranger(z.object({ ...addressed, changeId: z.string() })),
  /** To an address that somebody wants for themselves although it has an account. */
  emailTaken: security(z.object({ ...addressed, at: z.number() })),
  emailChanged: security(z.object({ ...addressed, newEmail: z.string(), at: z.number() })),
  /**
   * No page of a campaign's site reported a visit for a day, since `at`. It goes to an address that stands in the campaign, or
   * to a person of the agency.
   */
  pixelSilent: newsToStranger(
    z.object({
      userId: z.string().optional(),
      address: z.string().optional(),
      campaignId: z.string(),
      campaign: z.string(),
      at: z.number(),
    }),
  ),
  /** An automatic top-up of a Data Wallet was not paid; `reason` is a whole sentence. */
  topUpFailed: news(z.object({ ...to, amount: z.string(), reason: z.string(), at: z.number() })),
  /** Credit of a Data Wallet expires soon: `amount` of it, on `day` (`YYYY-MM-DD`). */
  creditExpires: news(z.object({ ...to, amount: z.string(), day: z.string() })),
  /** An invoice was paid. `paidWith`: brand and last digits of a card, or the Data Wallet. */
  invoicePaid: news(z.object({ ...to, ...invoice, paidWith: z.string() })),
  /** A card did not pay; `reason` is a whole sentence, `nextAt` when it is tried again by itself. */
  paymentFailed: news(
    z.object({
      ...to,
      ...invoice,
      reason: z.string(),
      nextAt: z.number().nullable(),
      /** It was asked of the Data Wallet, and not of a card. */
      isWallet: z.boolean().default(false),
    }),
  ),
  /**
   * To who paid: the owner of the card had their bank take it back, or somebody refunded it at the payment provider. `reason` is a
   * sentence, empty for a refund; `taken` what was taken off the Data Wallet, empty where the payment was none of its top-ups;
   * `leads` how many leads that it had bought and that were not used are gone, empty where it bought none.
   */
  paymentTakenBack: news(
    z.object({
      ...to,
      what: z.string(),
      amount: z.string(),
      reason: z.string(),
      taken: z.string(),
      leads: z.string().default(''),
    }),
  ),
  /** To who paid: money that was on its way back did not reach them, so their payment counts again. */
  refundSentBack: news(z.object({ ...to, what: z.string(), amount: z.string() })),
  /** To who was paid: evidence is taken until `dueAt`. `isInquiry`: the bank asks, and has taken nothing yet. */
  disputeOpened: news(
    z.object({
      ...to,
      disputeId: z.string(),
      who: z.string(),
      what: z.string(),
      amount: z.string(),
      reason: z.string(),
      dueAt: z.number().nullable(),
      isInquiry: z.boolean(),
    }),
  ),
  disputeClosed: news(
    z.object({
      ...to,
      who: z.string(),
      what: z.string(),
      amount: z.string(),
      outcome: z.enum(['won', 'lost', 'dropped']),
    }),
  ),
  /** Money on its way to somebody's bank came back; `reason` is the provider's sentence. */
  payoutFailed: news(z.object({ ...to, amount: z.string(), reason: z.string() })),
  /** An agency's payment account takes no cards any more, so its clients' campaigns stand still. */
  accountStopped: news(z.object({ ...to, at: z.number() })),
  /**
   * A campaign, or all campaigns of a client together where none is named, cost as much as they may in a month. `clearsOn`: the day
   * from which leads come again.
   */
  capReached: news(
    z.object({
      ...to,
      who: z.string(),
      campaign: z.string().default(''),
      campaignId: z.string().default(''),
      line: z.enum(productLines).optional(),
      amount: z.string(),
      clearsOn: z.string(),
    }),
  ),
  /** Nothing is owed any more. */
  paymentRecovered: news(z.object(to)),
  /** To who ordered a file of many leads: it is found after signing in. */
  /** `fileId`: that its link leads to; mails that were queued before it was told lead to the front page. */
  leadFileReady: news(z.object({ ...to, rows: z.number(), days: z.string(), fileId: z.string().default('') })),
  /** A count of keywords has ended. */
  keywordCounted: news(
    z.object({
      ...to,
      keyword: z.string(),
      area: z.string(),
      count: z.number(),
      countWithoutGeo: z.number().nullable(),
    }),
  ),
  /** An outside tool does not know the company any more: nothing works there until somebody connects it again. */
  toolLost: news(z.object({ ...to, tool: z.string(), slug: z.enum(toolSlugs), words: z.string(), at: z.number() })),
  /** Leads were given up at a webhook or a tool: those since then are counted when the mail is made. `words`: why the first was. */
  leadsLost: news(
    z.object({
      ...to,
      receiver: z.string(),
      path: z.string(),
      words: z.string(),
      ownerId: z.string(),
      destinationId: z.string(),
      since: z.number(),
    }),
  ),
  /** A webhook or a tool took nothing for days: it will be switched off (`offAt`), or is. `path`: of the page that says so. */
  receiverFails: news(
    z.object({
      ...to,
      receiver: z.string(),
      path: z.string(),
      words: z.string(),
      since: z.number(),
      offAt: z.number(),
      isOff: z.boolean(),
    }),
  ),
  /** A receiver of leads said that it is gone, and was switched off. */
  webhookOff: news(z.object({ ...to, webhook: z.string(), campaign: z.string(), at: z.number() })),
  /** The leads of a campaign passed a multiple. It goes to an address that stands in the campaign. */
  leadsNotice: newsToStranger(
    z.object({
      address: z.string(),
      campaignId: z.string(),
      campaign: z.string(),
      line: z.enum(productLines),
      leads: z.number(),
    }),
  ),
  /** The leads of a campaign's day that is over, as a file. It goes to an address that stands in the campaign. */
  dayFile: newsToStranger(
    z.object({ address: z.string(), companyId: z.string(), campaignId: z.string(), day: z.string() }),
  ),
  /** What some days brought, to somebody who wants to hear of it so often. */
  leadReport: news(z.object({ ...to, rhythm: z.enum(mailRhythms), from: z.string(), until: z.string() })),
  fewLeads: newsToStranger(
    z.object({
      address: z.string(),
      campaignId: z.string(),
      campaign: z.string(),
      line: z.enum(productLines),
      leads: z.number(),
      minimum: z.number(),
    }),
  ),
  /** An agency's own mail server refused a mail, which the platform sent instead: so it cannot be told by that server. */
  smtpFailed: security(z.object({ ...to, host: z.string(), reason: z.string(), at: z.number() })),
} as const satisfies Record<string, Mail>

export type MailName = keyof typeof mails
export type MailFacts<Name extends MailName> = z.output<(typeof mails)[Name]['facts']>
export const mailNames = Object.keys(mails) as MailName[]

export const reachesStrangers = (name: MailName): boolean => {
  const mail: Mail = mails[name]
  return mail.toStrangers === true
}

/** Money that moved, or did not: it is told also when the company that pays or is paid ended meanwhile, as by its last bill. */
const aboutMoney: ReadonlySet<MailName> = new Set([
  'invoicePaid',
  'paymentFailed',
  'paymentTakenBack',
  'refundSentBack',
  'paymentRecovered',
  'disputeOpened',
  'disputeClosed',
  'payoutFailed',
])

/** Whether a mail still leaves once the company that it is for, or that it comes from, was removed. */
export const outlivesCompany = (mail: MailName): boolean => aboutMoney.has(mail)

/** Whether a mail may leave by the server that an agency set as its own. */
export const mayLeaveByOwnServer = (mail: MailName): boolean => mails[mail].carries === 'news'

/** One mail to send: `mailId` names it, so that it is sent once however often its message is delivered. */
export const MailMessage = z
  .object({
    mailId: z.string(),
    tenantId: z.string(),
    mail: z.enum(mailNames),
    facts: z.unknown(),
    /** Since when (ms) it waits for room at the mail service; not there while it did not have to. */
    waitsSince: z.number().optional(),
  })
  .superRefine(({ mail, facts }, context) => {
    const parsed = mails[mail].facts.safeParse(facts)
    if (!parsed.success) context.addIssue({ code: 'custom', path: ['facts'], message: `do not fit the mail ${mail}` })
  })
