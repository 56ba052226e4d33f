// A lead: a person whom a campaign found, why, and for what it was sold.
import * as z from 'zod'
import { leadKinds } from '../money/price-list.ts'
import { LeadCredit } from './exclusion.ts'

const text = z.string().default('')
const texts = z.array(z.string()).default([])
/** By the id of an information type. */
const facts = z.record(z.string(), z.string()).default({})

export const Person = z.object({
  /** The provider's id of the person; empty where it gives none. */
  personId: z.string(),
  /** Empty where nobody knows one. */
  email: z.string(),
  otherEmails: texts,
  firstName: text,
  lastName: text,
  phone: text,
  otherPhones: texts,
  street: text,
  city: text,
  stateCode: text,
  zipCode: text,
  /** What Enhance ID adds. */
  advanced: facts,
  /** What B2B ID says of the person's company and work. */
  business: facts,
})
export type Person = z.output<typeof Person>
/** A person of whom only something is known. */
export type NewPerson = z.input<typeof Person>

/** All addresses of a person, the first one first, each once. */
export const emailsOf = ({ email, otherEmails }: Pick<Person, 'email' | 'otherEmails'>): string[] => [
  ...new Set([email, ...otherEmails].filter((each) => each !== '')),
]

export const Lead = z.object({
  id: z.string(),
  companyId: z.string(),
  campaignId: z.string(),
  person: Person,
  /** The page that was seen; empty where the person searched. */
  pageUrl: text,
  /** What the person searched for; empty where a page was seen. */
  keyword: text,
  /** The page before it; empty where there was none, nobody knows it, or the lead had no room for it. */
  referrer: text,
  /** Instant of the visit or of the search. */
  visitedAt: z.number(),
  /** When the provider had named the person, and when lists and earlier leads had been asked. Missing on older leads. */
  identifiedAt: z.number().optional(),
  checkedAt: z.number().optional(),
  /** The instant of storing: day, limit, price and bill go by it. */
  createdAt: z.number(),
  kind: z.enum(leadKinds).default('basic'),
  /** Whether it was sold beyond the limit, for the price of such leads. */
  isAboveLimit: z.boolean().default(false),
  /** What it was sold and bought for when it was made, in hundredths of a cent; missing where it was free. Later prices never change it. */
  retailCentiCents: z.number().int().optional(),
  wholesaleCentiCents: z.number().int().optional(),
  /** What the root paid for it itself. */
  rootCentiCents: z.number().int().optional(),
  /** The stretch of its campaign that it was counted in; its bill names the same number. */
  stretch: z.number().int().optional(),
  /** Of a lead that was paid for before it came: the lot, or the sum of the Data Wallet. */
  lot: z.number().int().optional(),
  hold: z.number().int().optional(),
  /** There once it was given back, because a list came to name its person soon after. */
  credit: LeadCredit.optional(),
  /** There once the person was erased: all that was known of them is blank. */
  erasedAt: z.number().optional(),
})
export type Lead = z.output<typeof Lead>
/** What a lead is made of; what is left out is unknown. */
export type LeadInput = z.input<typeof Lead>
