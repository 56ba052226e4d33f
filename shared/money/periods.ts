// Billing periods of a campaign: they count from the day of its first start, in the zone of the system, by its payment term.
import { SYSTEM_ZONE } from '../constants.ts'
import { addDays, countDays, HOUR, startOfDay } from '../dates.ts'
import type { PaymentTerm } from '../model/company.ts'
import { addMonths, spendMonthOf } from './minimum-spend.ts'

const WEEK = 7

/** A period, both days included; the first one is 0. */
export type Period = { number: number; fromOn: string; toOn: string }

/** Whether a term bills period by period; what is paid once has no later bill. */
export const isPeriodic = (term: PaymentTerm): boolean => term !== 'One Time'

/**
 * The period that a day lies in. Weeks for those who pay weekly; months for all others, which end a day before the day of the
 * start, or before the last day of a month that is too short. Undefined for days before the start.
 * @example periodOf('Monthly', '2027-01-31', '2027-03-01') // { number: 1, fromOn: '2027-02-28', toOn: '2027-03-30' }
 */
export function periodOf(term: PaymentTerm, startOn: string, day: string): Period | undefined {
  if (day < startOn) return undefined
  if (term !== 'Weekly') {
    const found = spendMonthOf(startOn, day)
    return found && { number: found.month, fromOn: found.fromOn, toOn: found.toOn }
  }
  const number = Math.floor((countDays(startOn, day) - 1) / WEEK)
  const fromOn = addDays(startOn, number * WEEK)
  return { number, fromOn, toOn: addDays(fromOn, WEEK - 1) }
}

/** The day on which a period begins, on which the one before it is billed. */
export const periodStart = (term: PaymentTerm, startOn: string, number: number): string =>
  term === 'Weekly' ? addDays(startOn, number * WEEK) : addMonths(startOn, number)

/** Bills are made at this time of the day, in the zone of the system: the clocks never skip it there. */
const BILLING_HOUR = 1

/** The instant (ms) at which the bill of a day is due. */
export const billingInstant = (day: string): number => startOfDay(SYSTEM_ZONE, day) + BILLING_HOUR * HOUR
