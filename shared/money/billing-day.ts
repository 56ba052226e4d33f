// On which days a campaign is billed: by its payment term, counted from the day on which its bills began.
import { countDays } from '../dates.ts'
import type { PaymentTerm } from '../model/company.ts'
import { addMonths, spendMonthOf } from './minimum-spend.ts'

const WEEK = 7

/**
 * Whether a campaign is billed on a day. Every seven days when it pays weekly; all others month by month, on the last day of
 * months that are too short. Never on the day on which it begins.
 * @example isBillingDay('Weekly', '2027-01-01', '2027-01-15') // true
 */
export function isBillingDay(term: PaymentTerm, startOn: string, day: string): boolean {
  const days = countDays(startOn, day) - 1
  if (days <= 0) return false
  if (term === 'Weekly') return days % WEEK === 0
  const month = spendMonthOf(startOn, day)
  return month !== undefined && addMonths(startOn, month.month) === day
}
