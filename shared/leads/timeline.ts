// What happened to a lead, from the visit to its destinations, as one reader may know it. The earliest first.
import type { Delivery, Destination } from '../model/delivery.ts'
import type { Lead } from '../model/lead.ts'
import type { LeadRow, LeadViewer } from './row.ts'

export const leadMoments = [
  'visited',
  'searched',
  'identified',
  'checked',
  'priced',
  'charged',
  'stored',
  'credited',
  'delivered',
  'tried',
  'failed',
  'skipped',
  'waiting',
  'held',
] as const
export type LeadMoment = (typeof leadMoments)[number]

/** Prices in hundredths of a cent, for those who may know them. `status`: of a receiver's answer, 0 where there was none. */
export type Moment = {
  step: LeadMoment
  at: number
  words: string
  retailCentiCents?: number
  wholesaleCentiCents?: number
  destination?: Pick<Destination, 'kind' | 'name'>
  status?: number
}

const endOf = { waiting: 'tried', delivered: 'delivered', failed: 'failed', skipped: 'skipped' } as const

/** Each try, the last one by what became of it, and when the next one is due, or for how long it waits for a lost connection. */
function ofDelivery({ destination, attempts, state, nextAt, heldFor }: Delivery): Moment[] {
  const tried = attempts.map(({ at, status, words }, index): Moment => {
    const isLast = index === attempts.length - 1
    return { step: isLast ? endOf[state] : 'tried', at, words, destination, status }
  })
  if (state !== 'waiting') return tried
  const next: Moment = { step: 'waiting', at: nextAt, words: '', destination }
  const held = {
    step: 'held',
    words: 'Where nobody connects it, this has failed then, and can be sent again.',
  } as const
  return [...tried, heldFor === '' ? next : { ...next, ...held }]
}

/** What paid for a lead. A client reads nothing of its agency's wallet. */
function chargedBy({ lot, hold }: Lead, viewer: LeadViewer): string {
  if (lot !== undefined) return 'With leads that were bought ahead.'
  if (hold === undefined) return 'On the bill of its period.'
  return viewer === 'agency' ? 'Out of the Data Wallet.' : 'By the agency.'
}

function pricedWords({ isFree, isAboveLimit }: { isFree: boolean; isAboveLimit: boolean | undefined }): string {
  if (isFree) return 'It was free.'
  return isAboveLimit ? 'Sold beyond the limit.' : ''
}

/**
 * `row`: the lead as the reader sees it, which also says what of its prices they may know. Price, charge and storing are one
 * transaction, so they share its instant.
 */
export function timelineOf(lead: Lead, row: LeadRow, deliveries: readonly Delivery[], viewer: LeadViewer): Moment[] {
  const { createdAt, visitedAt, credit, isAboveLimit } = lead
  // Of a lead that its client has for nothing the agency may pay all the same, which is none of the client's business.
  const isFree = !lead.retailCentiCents && (viewer === 'client' || !lead.wholesaleCentiCents)
  const seen: Moment = lead.keyword
    ? { step: 'searched', at: visitedAt, words: lead.keyword }
    : { step: 'visited', at: visitedAt, words: lead.pageUrl }
  const { retailCentiCents, wholesaleCentiCents } = row
  const prices = {
    ...(retailCentiCents !== undefined && { retailCentiCents }),
    ...(wholesaleCentiCents !== undefined && { wholesaleCentiCents }),
  }
  const moments: Moment[] = [
    seen,
    { step: 'identified', at: Math.min(lead.identifiedAt ?? createdAt, createdAt), words: '' },
    { step: 'checked', at: Math.min(lead.checkedAt ?? createdAt, createdAt), words: '' },
    { step: 'priced', at: createdAt, words: pricedWords({ isFree, isAboveLimit }), ...prices },
    ...(isFree ? [] : [{ step: 'charged' as const, at: createdAt, words: chargedBy(lead, viewer) }]),
    { step: 'stored', at: createdAt, words: '' },
    ...(credit ? [{ step: 'credited' as const, at: credit.at, words: '' }] : []),
    ...deliveries.flatMap(ofDelivery),
  ]
  // Steps of one instant keep their order.
  return moments.toSorted((a, b) => a.at - b.at)
}
