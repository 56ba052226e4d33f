// What of an agency its minimum spend is made of, and what that was before: kept beside it, so that a month that ended asks for what
// held then.
import * as z from 'zod'
import { DAY } from '../dates.ts'

/** What an agency's own row says of its minimum. */
export const MinimumFacts = z.object({
  minimumSpendPlanId: z.string(),
  excludesMinimumSpend: z.boolean(),
  hasDeveloperAgreement: z.boolean(),
})
export type MinimumFacts = z.output<typeof MinimumFacts>

/** What was changed, with the instant until which it held. */
export type Until<Value> = Value & { until: number }
export const MinimumFactsUntil = MinimumFacts.extend({ until: z.number() })

/** Longer than a run, and a message that failed and is sent again by hand, may be late. */
const KEPT_MS = 60 * DAY

/** What held before with what a change at `now` takes the place of. */
export const withBefore = <Value extends object>(
  before: readonly Until<Value>[],
  was: Value,
  now: number,
): Until<Value>[] => [...before.filter(({ until }) => until > now - KEPT_MS), { ...was, until: now }]

/** What an agency's list of former facts becomes by a change; undefined where the change is about something else. */
export function minimumBeforeAfter(
  agency: MinimumFacts & { minimumBefore: readonly Until<MinimumFacts>[] },
  changes: Partial<MinimumFacts>,
  now: number,
): Until<MinimumFacts>[] | undefined {
  const was = MinimumFacts.parse(agency)
  const fields = ['minimumSpendPlanId', 'excludesMinimumSpend', 'hasDeveloperAgreement'] as const
  const isChanged = fields.some((field) => changes[field] !== undefined && changes[field] !== was[field])
  return isChanged ? withBefore(agency.minimumBefore, was, now) : undefined
}
