import * as z from 'zod'
import { paymentTerms } from './company.ts'

export const paymentSubjects = ['leads', 'true-up', 'other'] as const
/** A line of an invoice; `qty` and `unitCentiCents` (hundredths of a cent) where it is so many of one thing. */
export const InvoiceLine = z.object({
  label: z.string(),
  amountCents: z.int(),
  qty: z.int().optional(),
  unitCentiCents: z.int().optional(),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

/** What the root gets of a payment for leads and fees, and what those leads cost it, by product. */
export const Earned = z.record(z.string(), z.object({ wholesaleCents: z.int(), rootCents: z.int() }))
export type Earned = z.output<typeof Earned>

/** What an invoice for a campaign says beside its lines. Days (`YYYY-MM-DD`) are both included. */
export const InvoiceFacts = z.object({
  /** The client whose campaign it is, also where its agency pays. */
  clientId: z.string().nullable().default(null),
  term: z.enum(paymentTerms).nullable().default(null),
  periodFromOn: z.string().nullable().default(null),
  periodToOn: z.string().nullable().default(null),
  /** Before the discount. */
  subtotalCents: z.int().nullable().default(null),
  discountCents: z.int().nullable().default(null),
  earned: Earned.nullable().default(null),
})
export type InvoiceFacts = z.output<typeof InvoiceFacts>
/**
 * `settled`: an operator recorded that it was paid elsewhere. `refunded`: it was paid, and all of it went back. `void`: nobody owes it
 * any more, because what it was for came to nothing.
 */
export const paymentStatuses = ['open', 'paid', 'settled', 'refunded', 'void'] as const
/** `inquiry`: a bank asks, and has taken nothing. `open`: it holds the money until it decides. `dropped`: it let the question be. */
export const disputeStates = ['inquiry', 'open', 'won', 'lost', 'dropped'] as const

/** The owner of the card that paid asked their bank to take it back. */
export const Dispute = z.object({
  /** The provider's id. */
  id: z.string(),
  state: z.enum(disputeStates),
  /** The provider's word: `fraudulent`, `product_not_received`. */
  reason: z.string(),
  amountCents: z.int(),
  /** Until when the account that was paid may answer with evidence; null once it may not. */
  dueAt: z.number().nullable(),
  at: z.number(),
})
export type Dispute = z.output<typeof Dispute>

/** Money that a company owes and its card is charged for. Open until a charge pays it or an operator settles it by hand. */
export const Payment = z.object({
  companyId: z.string(),
  /** Made from what it is for, so that the same debt is asked for once. */
  key: z.string(),
  /** What the money is for: `invoice`, once `onboarding` and `developer`, or leads and fees before they come: `start`, `topup`. */
  purpose: z.string(),
  /** Of an invoice: wholesale leads, what is missing to a minimum spend, or anything else. */
  about: z.enum(paymentSubjects).default('other'),
  /** Nothing only where an invoice came to nothing, which is paid from the first. */
  amountCents: z.int().nonnegative(),
  /** Of a client's payment what its agency owes the root, taken out of it. */
  applicationFeeCents: z.int().nullable().default(null),
  campaignId: z.string().nullable().default(null),
  /** Of a set-up what made it less: its use goes back with a payment that comes to nothing. */
  coupon: z.object({ rootId: z.string(), code: z.string() }).nullable().default(null),
  description: z.string(),
  /** What the amount is made of, where that is more than its description. */
  lines: z.array(InvoiceLine).default([]),
  ...InvoiceFacts.shape,
  status: z.enum(paymentStatuses),
  createdAt: z.number(),
  /** When it was first declined; null until then. */
  failedAt: z.number().nullable().default(null),
  /** Why it was declined last: the provider's code and its sentence for the card's owner. */
  code: z.string().default(''),
  reason: z.string().default(''),
  /** How often it was tried, no matter who asked for it. */
  attempts: z.int().default(1),
  /** What paid it: brand and last digits of a card, or the Data Wallet. */
  paidWith: z.string().default(''),
  /** How many of the planned further tries were made. */
  retries: z.int().default(0),
  /** The charge that is under way, or whose end nobody learnt: its key, whom it asks, and until when nobody else may. */
  attempt: z
    .object({
      key: z.string(),
      customerId: z.string(),
      accountId: z.string(),
      endsAt: z.number(),
      /** What it asks, for the payer's invoice. */
      means: z.string().optional(),
    })
    .nullable()
    .default(null),
  /** Since when nobody can tell what became of its attempt, because the account that was asked cannot be asked; null while that works. */
  unreachableSince: z.number().nullable().default(null),
  chargeId: z.string().nullable().default(null),
  endedAt: z.number().nullable().default(null),
  endedBy: z.string().nullable().default(null),
  /** The account at the provider that the charge was made in; empty for the platform's own, null where no charge paid it. */
  accountId: z.string().nullable().default(null),
  /** What of it went back at the provider, no matter who gave it back. */
  refundedCents: z.int().default(0),
  dispute: Dispute.nullable().default(null),
  /** When an operator recorded that what a dispute took back was paid elsewhere. */
  disputeSettledAt: z.number().nullable().default(null),
})
export type Payment = z.output<typeof Payment>
export type Attempt = NonNullable<Payment['attempt']>

/** Whether it may have been paid, and nobody can look: it is asked for no more until somebody could, or an operator says how it was. */
export const isUnreachable = ({ status, unreachableSince }: Pick<Payment, 'status' | 'unreachableSince'>): boolean =>
  status === 'open' && unreachableSince !== null

const USED_CREDIT = 'taken-back-'
/** The key of the debt for credit of a Data Wallet that had been used before its top-up was disputed. */
export const usedCreditKey = (disputeId: string): string => `${USED_CREDIT}${disputeId}`
/** Whether it is such a debt: what the credit paid counts by itself, so this is left out where what was spent or earned is added up. */
export const isOfUsedCredit = ({ key }: Pick<Payment, 'key'>): boolean => key.startsWith(USED_CREDIT)

/** Whether a bank took the money of a payment back, so that it is owed again until the dispute is won or settled. */
export const isTakenBack = ({ dispute, disputeSettledAt }: Pick<Payment, 'dispute' | 'disputeSettledAt'>): boolean =>
  (dispute?.state === 'open' || dispute?.state === 'lost') && disputeSettledAt === null
