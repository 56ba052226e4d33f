// What a campaign will be charged after its start, in sentences for the person who is about to start it.
import { toCurrency } from './format.ts'
import type { RetailPrice } from './price-list.ts'
import { priceCurrency } from './price-text.ts'

export type LaterFacts = {
  price: RetailPrice
  /** Whether the campaign was told not to buy more by itself. */
  isTopUpStopped: boolean
  /** What the payer is asked for a lead (hundredths of a cent), and for a campaign fee (cents). */
  perLeadCentiCents: number
  periodFeeCents: number
  /** What of a lead (hundredths of a cent) its price does not cover, which an agency pays beside its client. */
  shortCentiCents: number
  /** Its first day is still to come: it is started now, and leads come from then on. */
  isScheduled: boolean
  /** Leads are paid as they come, out of the Data Wallet of the agency. */
  isPaidAhead: boolean
}

const periods = { Weekly: 'Every 7 days', Monthly: 'Every month', Prepaid: 'Every month', 'One Time': '' } as const
const inAll = (count: number) => new Intl.NumberFormat('en-US').format(count)

/** For the agency of a client who pays less than its leads cost. */
export const shortSentences = ({ shortCentiCents }: Pick<LaterFacts, 'shortCentiCents'>): string[] =>
  shortCentiCents > 0
    ? [`The price is lower than the cost: the agency pays ${priceCurrency(shortCentiCents)} of each lead.`]
    : []

/** @example laterSentences(facts)[0] // 'Every month: the leads that came, $2.00 each, and the campaign fee of $50.00 while it runs.' */
export function laterSentences({
  price,
  isTopUpStopped,
  perLeadCentiCents,
  periodFeeCents,
  isScheduled,
  isPaidAhead,
}: Omit<LaterFacts, 'shortCentiCents'>): string[] {
  const { term, topUp, limit } = price
  const fee = toCurrency(periodFeeCents)
  const each = priceCurrency(perLeadCentiCents)
  if (term === 'One Time')
    return [`Nothing is charged later. The campaign stops when its ${inAll(limit.count)} leads have come.`]
  const early =
    isScheduled && periodFeeCents > 0
      ? ['No lead comes before the first day; the campaign fee is charged from the start on all the same.']
      : []
  const feeAlone = periodFeeCents > 0 ? [`${periods[term]}: the campaign fee of ${fee} while it runs.`, ...early] : []
  if (term === 'Prepaid') {
    const sum = toCurrency(Math.floor((topUp.leads * perLeadCentiCents + 50) / 100))
    const leads =
      topUp.mode === 'continual' && !isTopUpStopped
        ? `When less than 10% of the leads are left: ${inAll(topUp.leads)} more for ${sum}.`
        : 'The campaign stops when its last lead has come. Nothing is bought by itself.'
    return [leads, ...feeAlone]
  }
  if (isPaidAhead) return [`As they come: the leads, ${each} each, out of the Data Wallet.`, ...feeAlone]
  if (periodFeeCents === 0) return [`${periods[term]}: the leads that came, ${each} each.`]
  return [
    `${periods[term]}: the leads that came, ${each} each, and the campaign fee of ${fee} while it runs.`,
    ...early,
  ]
}
