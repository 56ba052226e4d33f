// What a campaign is charged for: bills of its leads and fees, its starts, and leads that it buys ahead.
import * as z from 'zod'
import { LogEntry } from '../audit-log.ts'
import { billItemKinds } from '../money/bill.ts'
import { leadKinds } from '../money/price-list.ts'
import { paymentTerms } from './company.ts'

const whole = z.number().int()

/** Cents of the client, and of its agency. */
const Carry = z.object({ clientCents: whole, agencyCents: whole })

export const BillItem = z.object({
  what: z.enum(billItemKinds),
  kind: z.enum(leadKinds).optional(),
  count: whole,
  fromOn: z.string().optional(),
  toOn: z.string().optional(),
  retailCentiCents: whole,
  wholesaleCentiCents: whole,
  rootCentiCents: whole,
  retailCents: whole,
  wholesaleCents: whole,
  payer: z.enum(['client', 'agency']).optional(),
})

export const BillSums = z.object({
  retailCents: whole,
  wholesaleCents: whole,
  clientPaysCents: whole,
  feeCents: whole,
  agencyPaysCents: whole,
  carry: Carry,
  waived: Carry,
})

/**
 * Why there is a bill: a period is over, the campaign ended, it started, it bought leads, another payer or term begins, or leads
 * were given back.
 */
export const billReasons = ['period', 'final', 'start', 'topup', 'payer', 'term', 'refund'] as const

const DIGITS = 6
/** The key of the bill of a stretch of leads. */
export const stretchKey = (seq: number): string => `bill-${String(seq).padStart(DIGITS, '0')}`

/** A bill of a campaign, which never changes but for `isDone`. Its payments have keys made of `key`. */
export const CampaignBill = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  agencyId: z.string(),
  rootId: z.string(),
  /** `bill-000001`: of the stretch of this number; `start-…` and `topup-…` count purchases. */
  key: z.string(),
  why: z.enum(billReasons),
  payer: z.enum(['client', 'agency']),
  term: z.enum(paymentTerms),
  /** The days that it is for, both included (zone of the system). */
  fromOn: z.string(),
  toOn: z.string(),
  items: z.array(BillItem),
  sums: BillSums,
  /** What leads of its stretch come to that a Data Wallet had paid before: on none of its lines. */
  ahead: z.object({ retailCents: whole, wholesaleCents: whole }).optional(),
  /** What waited from the bill before it. */
  carried: Carry,
  /** When its stretch was closed (ms): what was sold before is on it, and nothing later. */
  createdAt: z.number(),
  /** When it was made, where that was on a later day (zone of the system): it waited for somebody. Money of it counts on that day. */
  madeAt: z.number().optional(),
  /** It stands on the last invoice of the manual billing that began at this instant, with those of the agency's other campaigns. */
  manualBillAt: z.number().optional(),
  /** Whether everybody who owes something of it was asked for it. What became of that stands in their payments. */
  isDone: z.boolean(),
})
export type CampaignBill = z.output<typeof CampaignBill>

/** The instant on whose day a bill counts in every sum of money: a day or a month that was settled stays as it was. */
export const countedAt = ({ createdAt, madeAt }: Pick<CampaignBill, 'createdAt' | 'madeAt'>): number =>
  madeAt ?? createdAt

/** How far a campaign is billed, beside its meter. */
export const BillState = z.object({
  /** The last period whose fee was charged; -1 while none was. */
  feePeriod: whole.default(-1),
  isPlatformCharged: z.boolean().default(false),
  carry: Carry.default({ clientCents: 0, agencyCents: 0 }),
  /** When the last stretch was closed that has a bill (ms), and the last day that this bill is for; 0 and empty for none. */
  closedAt: z.number().default(0),
  billedToOn: z.string().default(''),
  /** A part of a cent (in hundredths) of wholesale that a Data Wallet has not paid yet. */
  holdCarryCentiCents: whole.default(0),
  /** How many purchases (starts that cost something, and top-ups) were begun. */
  purchases: whole.default(0),
  /** How many times bought leads were given back for their money. */
  refunds: whole.default(0),
  /** A campaign whose price says that it buys more leads by itself does not, because somebody said so. */
  isTopUpStopped: z.boolean().default(false),
  /** When a bill is due (ms); null while nothing can be billed. `isFinal`: the campaign came to an end. */
  dueAt: z.number().nullable().default(null),
  isFinal: z.boolean().default(false),
  /** Raised by every change, so that of two workers one is told. */
  version: whole.default(0),
})
export type BillState = z.output<typeof BillState>

/** Leads that are bought with a purchase, and what each costs. */
export const BoughtLeads = z.object({
  leads: whole,
  kind: z.enum(leadKinds),
  retailCentiCents: whole,
  wholesaleCentiCents: whole,
  rootCentiCents: whole,
})

/**
 * A purchase that was begun: all that it comes to, decided before anybody was asked for money. It is there until it was paid and
 * carried out, or came to nothing; a campaign has one at a time.
 */
export const Purchase = z.object({
  number: whole,
  why: z.enum(['start', 'topup']),
  bill: CampaignBill,
  /** The period whose fee it pays; undefined where it pays none. */
  feePeriod: whole.optional(),
  hasPlatformFee: z.boolean(),
  bought: BoughtLeads.optional(),
  by: z.string(),
  /** Who pressed, for the audit log, where the timetable ends what they began. */
  person: z.object({ id: z.string(), type: LogEntry.shape.userType }).optional(),
})
export type Purchase = z.output<typeof Purchase>
/**
 * `isAsked`: its payer was asked, so that its payment says what becomes of it. `isReturning`: its money goes back, so nothing of it is
 * given any more, and nothing that changes since alters that.
 */
export type BegunPurchase = Purchase & { isAsked: boolean; isReturning: boolean }

/** A lot of bought leads, for ever: what it cost, which payments paid it, and what of it was given back. */
export const LeadLot = z.object({
  number: whole,
  startsAt: whole,
  ...BoughtLeads.shape,
  boughtAt: z.number(),
  /** The bill that it stands on; of a lead that was given back, the one of the lot that it came out of. */
  billKey: z.string(),
  /** Leads of it that were refunded. */
  refunded: whole.default(0),
  /** Its leads came before and were given back; further ones of the same bill and price go to it as well. */
  isReturned: z.boolean().default(false),
})
export type LeadLot = z.output<typeof LeadLot>

/**
 * Money of one bill that goes back. `done`: it went. `failed`: it could not, and the leads came back instead; `reason` says why, or
 * what of the rest did not arrive.
 */
export const RefundPart = z.object({
  billKey: z.string(),
  /**
   * What it is for, where that is no bought leads: `carry`, what was credited after the last bill; `hold`, what was credited of leads
   * that a Data Wallet had paid ahead, which has no bill.
   */
  of: z.enum(['carry', 'hold']).optional(),
  payer: z.enum(['client', 'agency']),
  lots: z.array(z.object({ number: whole, leads: whole })),
  /** To the client's card, with `feeCents` of the root's fee to the agency's account; and to what the agency paid with. */
  clientCents: whole,
  feeCents: whole,
  agencyCents: whole,
  status: z.enum(['open', 'done', 'failed']),
  reason: z.string().default(''),
  /**
   * The client's money went, so its agency gets the rest: written before any of that goes. Such a part ends as `done`, and is charged
   * again from there where the bank sends the client's money back.
   */
  isPayerPaid: z.boolean().optional(),
  /** Since when nobody can tell whether it went, because its account cannot be asked, and whose operators see it. Gone once it is known. */
  unknown: z.object({ since: z.number(), rootId: z.string() }).optional(),
  /**
   * Of a credit (`carry`) that failed before any bank was asked, as where its account is gone or has no balance: it is carried, and may be
   * asked for again under another key (`tries`). `waits` while it is: since when, and whose operators see it.
   */
  isUnasked: z.literal(true).optional(),
  tries: whole.optional(),
  waits: z.object({ since: z.number(), rootId: z.string() }).optional(),
  /** The operator who saw to it by hand: what the provider tells of it later changes nothing. */
  settledBy: z.string().optional(),
  /** What its agency did not get, although its payer has its money. Gone once the agency has it, or is not to have it any more. */
  owed: z
    .object({
      feeCents: whole,
      agencyCents: whole,
      /** Why it was refused, since when, and whose operators see it. */
      reason: z.string(),
      since: z.number(),
      rootId: z.string(),
      /** How often it was asked for anew, each time under another key; `isAsked` from before that until its answer is written down. */
      tries: whole,
      isAsked: z.boolean(),
      /** The bank of the agency's card sent `agencyCents` back, and would do so again. */
      isSentBack: z.boolean(),
    })
    .optional(),
  /** The operator who paid the agency by hand what it was owed so. */
  owedSettledBy: z.string().optional(),
})
export type RefundPart = z.output<typeof RefundPart>

/** Leads that were given back, and the money that goes back for them. */
export const LeadRefund = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  number: whole,
  at: z.number(),
  by: z.string(),
  parts: z.array(RefundPart),
  version: whole,
})
export type LeadRefund = z.output<typeof LeadRefund>
