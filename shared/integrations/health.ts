// When a webhook or a tool that only fails is switched off: after five days of nothing but failures, and never without a mail before.
// One that works once begins anew. Pure.
import * as z from 'zod'
import { DAY } from '../dates.ts'

/** Times in ms; 0 where there is none. */
export const healthShape = {
  /** Its first failure since something was delivered. */
  failingSince: z.number().default(0),
  /** Failures since then, counted up to as many as matter. */
  failedTries: z.number().default(0),
  /** When its people were told that it will be switched off. */
  warnedAt: z.number().default(0),
  /** When it was switched off for its failures; people switch it on again. */
  offAt: z.number().default(0),
}
const Health = z.object(healthShape)
export type Health = z.output<typeof Health>
export const healthy: Health = { failingSince: 0, failedTries: 0, warnedAt: 0, offAt: 0 }

const WARNED_AFTER = 3 * DAY
const OFF_AFTER = 5 * DAY
/** Between the mail and the end, however seldom something is tried. */
const LEAST_NOTICE = DAY
/** A few leads that are refused for what they hold say nothing of their receiver. */
export const LEAST_FAILURES = 10

/** Before so many in a row nobody is told that leads do not arrive: one is tried again within seconds, or was refused for what it holds. */
const LEAST_SHOWN = 3

/** Since when leads do not arrive (ms), as people are shown it; 0 while that cannot be said. */
export const failingShown = ({ failingSince, failedTries, offAt }: Omit<Health, 'warnedAt'>): number =>
  failedTries < LEAST_SHOWN && offAt === 0 ? 0 : failingSince

/** What one more failure calls for. `none`: enough are counted, and it is not time yet. */
export function afterFailure({ failingSince, failedTries, warnedAt, offAt }: Health, now: number) {
  if (offAt > 0) return 'none' as const
  if (failingSince === 0 || failedTries + 1 < LEAST_FAILURES) return 'count' as const
  const failed = now - failingSince
  if (warnedAt === 0) {
    if (failed >= WARNED_AFTER) return 'warn' as const
  } else if (failed >= OFF_AFTER && now - warnedAt >= LEAST_NOTICE) return 'off' as const
  return failedTries < LEAST_FAILURES ? ('count' as const) : ('none' as const)
}

/** When one that goes on failing is switched off (ms). */
export const offFrom = ({ failingSince }: Pick<Health, 'failingSince'>, warnedAt: number): number =>
  Math.max(failingSince + OFF_AFTER, warnedAt + LEAST_NOTICE)
