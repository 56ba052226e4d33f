// For which days a bill is, which fees stand on it, and when the next one is due. Pure; functions/domain/billing/bill-campaign.ts
// asks.
import { SYSTEM_ZONE } from '../constants.ts'
import { addDays, dayIn } from '../dates.ts'
import type { PaymentTerm } from '../model/company.ts'
import { billingInstant, isPeriodic, type Period, periodOf, periodStart } from './periods.ts'

type Started = { term: PaymentTerm; startedAt: number; createdAt: number }

/** The day from which the periods of a campaign count; of one that ran from its first moment, the day on which it was made. */
export const billingStart = ({ startedAt, createdAt }: Started): string => dayIn(SYSTEM_ZONE, startedAt || createdAt)

/** The period that an instant (ms) lies in; undefined where the term has none, or before the first one. */
export const periodAt = (campaign: Started, at: number): Period | undefined =>
  isPeriodic(campaign.term) ? periodOf(campaign.term, billingStart(campaign), dayIn(SYSTEM_ZONE, at)) : undefined

/** When the period after that of an instant is billed (ms); null where the term has none. */
export function nextBillAt(campaign: Started, at: number): number | null {
  const period = periodAt(campaign, at)
  return period ? billingInstant(periodStart(campaign.term, billingStart(campaign), period.number + 1)) : null
}

/**
 * The periods whose fee stands on a bill that was due at one instant and is made at another (ms): from the one that began when it
 * was due up to the present one, but for those that were paid. The first one is paid at the start.
 */
export function feePeriods(
  campaign: Started,
  { dueAt, at, feePeriod }: { dueAt: number; at: number; feePeriod: number },
): Period[] {
  const [first, last] = [periodAt(campaign, dueAt), periodAt(campaign, at)]
  if (!first || !last) return []
  const startOn = billingStart(campaign)
  const periods: Period[] = []
  for (let number = Math.max(1, first.number, feePeriod + 1); number <= last.number; number++) {
    const period = periodOf(campaign.term, startOn, periodStart(campaign.term, startOn, number))
    if (period) periods.push(period)
  }
  return periods
}

/**
 * The days that a bill is for, both included: from the day after the bill before it, or the start. A regular one ends with the day
 * before it is made; one that is made in the middle of a period, with the day on which it is.
 */
export function billDays(
  campaign: Started,
  { at, isRegular, billedToOn }: { at: number; isRegular: boolean; billedToOn: string },
): { fromOn: string; toOn: string } {
  const today = dayIn(SYSTEM_ZONE, at)
  const from = billedToOn ? addDays(billedToOn, 1) : billingStart(campaign)
  const to = isRegular ? addDays(today, -1) : today
  // Of two bills on one day the second is for that day.
  return from > to ? { fromOn: to, toOn: to } : { fromOn: from, toOn: to }
}
