// When a tool or a webhook that fails again and again is left alone: five failures in a row end all tries for a minute, then one is made; each
// further failure doubles the pause, up to a quarter of an hour. Pure.
import { DAY, HOUR, MINUTE } from '../dates.ts'

/** Failures in a row that end all tries for a time. */
export const BREAKING_FAILURES = 5
const MOST_PAUSE = 15 * MINUTE

/**
 * Until when nothing is tried (ms) after so many failures in a row; 0 where tries go on.
 * @example openUntilAfter(5, 0) // 60000
 */
export function openUntilAfter(failures: number, now: number): number {
  if (failures < BREAKING_FAILURES) return 0
  // Beyond some doublings the pause is the longest one anyway.
  return now + Math.min(MOST_PAUSE, MINUTE * 2 ** Math.min(10, failures - BREAKING_FAILURES))
}

/** Longer than the one try takes that is made after a pause; if nothing is heard of it, another is made then (ms). */
export const PROBE_MS = 30_000

/** The same of a tool, which may be asked several times: tokens, the contact, its tags. */
export const TOOL_PROBE_MS = 2 * MINUTE

/** The part of its waiting after which a lead looks again, and the longest that it does not. */
const LOOKS_AFTER = 1 / 4
const MOST_LOOK = HOUR / 2
/** Left to chance, so that what waits together does not come back together. */
const JITTER = 0.1

/**
 * Until when a lead waits (ms) for a receiver that is left alone. The longer it has waited, the longer it does: those of a receiver
 * that is gone for days would else each be looked at after every pause, when one try of any of them says as much.
 * @example restUntil({ openUntil: 15 * MINUTE, waitsSince: -2 * HOUR, now: 0 }, 0) // 30 * MINUTE
 */
export function restUntil(
  { openUntil, waitsSince, now }: { openUntil: number; waitsSince: number; now: number },
  chance: number,
): number {
  const part = Math.min(MOST_LOOK, Math.max(0, now - waitsSince) * LOOKS_AFTER)
  return Math.max(openUntil, now + Math.floor(part * (1 - JITTER * chance)))
}

/**
 * A lead that waits so long for a receiver that is left alone has failed (ms): a day longer than it takes until one that only fails is
 * switched off. Where the platform's own account with a tool is at fault none is, and its leads would wait for ever.
 */
export const LONGEST_REST = 6 * DAY

/** How long a delivery waits for a tool that does not know us any more, so that somebody can connect again (ms). */
export const LOST_WAIT = 24 * 60 * MINUTE
