// The least that an agency spends: what a month of its own calendar requires, when such a month has ended, and what is
// still owed for it then.
import { addDays, dayIn, startOfDay } from '../dates.ts'
import type { Until } from './minimum-facts.ts'

/** What the first months require, one by one, and every month after them. */
export type MinimumPlan = { monthsCents: readonly number[]; flatMonthCents: number }

/** What holds for agencies without a plan, as the root set it. */
export type RootMinimum = { isOn: boolean; firstMonthCents: number; secondMonthCents: number; monthlyCents: number }

/** What held right before an instant: a change at that very instant counts from then on. */
export const heldUntil = <Value extends object>(
  present: Value,
  before: readonly Until<Value>[],
  instant: number,
): Value =>
  before
    .filter(({ until }) => until >= instant)
    .reduce<Until<Value> | undefined>(
      (first, each) => (first && first.until <= each.until ? first : each),
      undefined,
    ) ?? present

/** Monthly minimum of agencies that accepted the developer agreement while nobody set another one. */
export const FALLBACK_MINIMUM_CENTS = 34_900
/** A difference up to this is not worth a charge: it waits for the next month. */
export const SMALLEST_CHARGE_CENTS = 50
export const MOST_MONTHS = 24

/** The minimum that an agency has: its own plan, else the root's, else the fallback. Undefined when it has none. */
export function minimumPlanOf(facts: {
  plan: MinimumPlan | undefined
  root: RootMinimum | undefined
  hasDeveloperAgreement: boolean
}): MinimumPlan | undefined {
  const { plan, root, hasDeveloperAgreement } = facts
  if (plan) return plan
  if (root)
    return root.isOn
      ? { monthsCents: [root.firstMonthCents, root.secondMonthCents], flatMonthCents: root.monthlyCents }
      : undefined
  return hasDeveloperAgreement ? { monthsCents: [], flatMonthCents: FALLBACK_MINIMUM_CENTS } : undefined
}

/** What a month requires, the first one being 0. */
export const requiredCents = ({ monthsCents, flatMonthCents }: MinimumPlan, month: number): number =>
  monthsCents[month] ?? flatMonthCents

const pad = (part: number) => String(part).padStart(2, '0')

/** The day so many months later; where that month is too short, its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + (month - 1) + months
  const [inYear, inMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate()
  return `${inYear}-${pad(inMonth)}-${pad(Math.min(date, last))}`
}

/** One month of an agency's own calendar, both days included. `month` counts from 0. */
export type SpendMonth = { month: number; fromOn: string; toOn: string }

/** The month that a day lies in, for an agency that began on `startOn`. Undefined for days before it. */
export function spendMonthOf(startOn: string, day: string): SpendMonth | undefined {
  if (day < startOn) return undefined
  const monthsOf = (text: string) => {
    const [year = 0, month = 0] = text.split('-').map(Number)
    return year * 12 + month
  }
  const calendar = monthsOf(day) - monthsOf(startOn)
  const month = addMonths(startOn, calendar) <= day ? calendar : calendar - 1
  return { month, fromOn: addMonths(startOn, month), toOn: addDays(addMonths(startOn, month + 1), -1) }
}

/** The month that ended yesterday, when one did. */
export function endedMonth(startOn: string, today: string): SpendMonth | undefined {
  const ended = spendMonthOf(startOn, addDays(today, -1))
  return ended && addDays(ended.toOn, 1) === today ? ended : undefined
}

/** A run for a month may be so many days late. */
export const LATE_DAYS = 6

/** From when the months of an agency count: when it accepted its minimum, else when it was made. */
export type MonthsStart = { minimumAgreedAt: number; createdAt: number }

/** A month that is over, and the instant that ended it: what held until then is what it asks for. */
export type EndedMonth = SpendMonth & { endsAt: number }

/**
 * The month that ended yesterday, or some days earlier at most: a run that did not come about is made up for. Who accepts the minimum
 * after the end of a month has not accepted it by then.
 */
export function endedWithin(
  { minimumAgreedAt, createdAt }: MonthsStart,
  { today, timeZone }: { today: string; timeZone: string },
): EndedMonth | undefined {
  for (let late = 0; late <= LATE_DAYS; late++) {
    const day = addDays(today, -late)
    const endsAt = startOfDay(timeZone, day)
    const hasAgreed = minimumAgreedAt > 0 && minimumAgreedAt < endsAt
    const month = endedMonth(dayIn(timeZone, hasAgreed ? minimumAgreedAt : createdAt), day)
    if (month) return { ...month, endsAt }
  }
  return undefined
}

export type TrueUp = { requiredCents: number; dueCents: number; carryCents: number }

/**
 * What is still owed for a month that ended. Up to 50 cents are carried into the next month instead of being charged; an
 * excluded company owes nothing for the month, and what it carried stays.
 * @example planMinimumSpend(plan, { month: 0, spentCents: 10_000, carriedCents: 0, isExcluded: false }).dueCents // 24_900 of a minimum of 34_900
 */
export function planMinimumSpend(
  plan: MinimumPlan,
  spend: { month: number; spentCents: number; carriedCents: number; isExcluded: boolean },
): TrueUp {
  const required = requiredCents(plan, spend.month)
  if (spend.isExcluded) return { requiredCents: required, dueCents: 0, carryCents: spend.carriedCents }
  const owed = Math.max(0, required - spend.spentCents) + spend.carriedCents
  const isSmall = owed <= SMALLEST_CHARGE_CENTS
  return { requiredCents: required, dueCents: isSmall ? 0 : owed, carryCents: isSmall ? owed : 0 }
}
