// Data enrichment: an agency sends addresses, and buys what else is known of the people behind them, for each that is found.
import * as z from 'zod'
import { DAY } from '../dates.ts'
import { priceCurrency, roundToCents } from '../money/price-text.ts'

/**
 * What is stored. `waiting` for the file and for it to be read, `ready` when it waits for somebody to confirm its price, `running`,
 * `charging`, then `done`, `failed`, or `ended` (nobody confirmed it, somebody decided against it, or it was not paid while its result
 * was kept).
 */
export const enrichmentStatuses = ['waiting', 'ready', 'running', 'charging', 'done', 'failed', 'ended'] as const
/** What people see: work and money together. */
export const shownStatuses = ['waiting', 'ready', 'processing', 'unpaid', 'done', 'failed', 'ended'] as const
export type ShownStatus = (typeof shownStatuses)[number]

export const MOST_ENRICHED = 10_000
/** So many records are asked for at once. */
export const ENRICH_PAGE = 250
export const CONFIRM_ENRICHMENT_MS = DAY
/** Files hold what is known of people: they are kept no longer than this. */
export const ENRICHMENT_KEPT_DAYS = 30
export const MOST_LISTED = 50
export const payers = ['card', 'wallet'] as const

export const Enrichment = z.object({
  id: z.string(),
  companyId: z.string(),
  fileName: z.string(),
  status: z.enum(enrichmentStatuses),
  /** Kinds of information that were chosen, and their names at that time: columns of the result. */
  information: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Of one match, in hundredths of a cent, from the moment the file was read. */
  priceCentiCents: z.number().default(0),
  contentHash: z.string().default(''),
  totalRows: z.number().default(0),
  accepted: z.number().default(0),
  duplicates: z.number().default(0),
  rejected: z.number().default(0),
  /** Pages that were answered, and how many people they found. */
  page: z.number().default(0),
  matched: z.number().default(0),
  paysBy: z.enum(payers).nullable().default(null),
  amountCents: z.number().default(0),
  /** Sums of earlier enrichments, too small for a card, that are charged with this one. */
  carriedCents: z.number().default(0),
  /** Too small for a card: charged with a later one, which is named then. */
  isTooSmall: z.boolean().default(false),
  carriedBy: z.string().default(''),
  /** When it was known what was found and what it costs (ms): money of it counts on that day, no matter what pays it. */
  pinnedAt: z.number().nullable().default(null),
  paidAt: z.number().nullable().default(null),
  reason: z.string().nullable().default(null),
  requestedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  resends: z.number().default(0),
  /** Another one after each write: of two workers who read the same row, one may change it. */
  stamp: z.string(),
})
export type Enrichment = z.output<typeof Enrichment>

/** The most that so many records can cost, when all of them are found. */
export const costCents = (count: number, priceCentiCents: number): number => roundToCents(count * priceCentiCents)

const PAYMENT = 'enrich-'
export const paymentKeyOfEnrichment = ({ id }: Pick<Enrichment, 'id'>): string => `${PAYMENT}${id}`
/** The enrichment that a payment is for, by its key; undefined of any other. */
export const enrichmentOfPayment = (key: string): string | undefined =>
  key.startsWith(PAYMENT) ? key.slice(PAYMENT.length) : undefined

/** Whether somebody still has to do something about it, or the platform. */
export const isOpenEnrichment = ({ status }: Pick<Enrichment, 'status'>): boolean =>
  status === 'waiting' || status === 'ready' || status === 'running' || status === 'charging'

/** Whether its result waits for a card that was declined. It may be paid by now: its payment says so. */
export const isUnpaidEnrichment = ({ status, paidAt }: Pick<Enrichment, 'status' | 'paidAt'>): boolean =>
  status === 'done' && paidAt === null

/** `isPaid`: by its card's payment, where it has one. */
export function shownStatusOf(row: Pick<Enrichment, 'status' | 'paidAt'>, isPaid: boolean): ShownStatus {
  const { status } = row
  if (status === 'running' || status === 'charging') return 'processing'
  return isUnpaidEnrichment(row) && !isPaid ? 'unpaid' : status
}

export const describeEnrichment = ({ matched, priceCentiCents }: Pick<Enrichment, 'matched' | 'priceCentiCents'>) =>
  `Data enrichment: ${matched.toLocaleString('en-US')} at ${priceCurrency(priceCentiCents)}`

const filesEndAt = ({ createdAt }: Pick<Enrichment, 'createdAt'>): number => createdAt + ENRICHMENT_KEPT_DAYS * DAY

/** Whether the files are still there. */
export const areFilesKept = (row: Pick<Enrichment, 'createdAt'>, now: number): boolean => now < filesEndAt(row)

/** Until when a card is asked for it (ms): who pays has at least a day to take the result before it goes. */
export const chargedUntil = (row: Pick<Enrichment, 'createdAt'>): number => filesEndAt(row) - DAY
export const mayBeCharged = (row: Pick<Enrichment, 'createdAt'>, now: number): boolean => now < chargedUntil(row)
