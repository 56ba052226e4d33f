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
})
export type InvoiceFacts = z.output<typeof InvoiceFacts>
export const paymentStatuses = ['open', 'paid', 'settled'] as const

/** Money that a company owes and its card is charged for. Open until a charge pays it or an operator settles it by hand. */
export const Payment = z.object({
  companyId: z.string(),
  /** Made from what it is for, so that the same debt is asked for once. */
  key: z.string(),
  /** What the money is for: `invoice`, `onboarding`. */
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
  chargeId: z.string().nullable().default(null),
  endedAt: z.number().nullable().default(null),
  endedBy: z.string().nullable().default(null),
})
export type Payment = z.output<typeof Payment>
export type Attempt = NonNullable<Payment['attempt']>
