// When a delivery is tried again: ten tries over 71 hours and 35 minutes, the first at once; and when a tool that works later is asked
// what came of one. Pure; chance is an argument.
import { HOUR, MINUTE, SECOND } from '../dates.ts'

/** How long after the try before each one comes. */
export const deliveryWaits = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
] as const
export const MOST_TRIES = deliveryWaits.length

/** Minutes before each question to a tool, while the lead counts as delivered, as the tool said at first. After the last one it waits. */
export const lookWaits = [5, 10, 15, 15, 15] as const

/** A part of each wait is left to chance, so that what failed together does not come back together. Never longer than planned. */
const JITTER = 0.1
/** A receiver may ask for more time, but not for ever. */
const MOST_WAIT = 20 * HOUR

/**
 * When the next try is due (ms) after `tries` failed ones; null after the last. `retryAfterMs`: what the receiver asked for,
 * which only makes it later. `chance`: 0 to 1.
 * @example nextTryAt({ now: 0, tries: 1, chance: 0 }) // 5000
 */
export function nextTryAt(
  { now, tries, retryAfterMs = 0 }: { now: number; tries: number; retryAfterMs?: number },
  chance: number,
): number | null {
  const wait = deliveryWaits[tries]
  if (wait === undefined) return null
  const planned = wait - Math.floor(wait * JITTER * chance)
  return now + Math.max(planned, Math.min(retryAfterMs, MOST_WAIT))
}

/** What a status of an answer means: only 2xx is a delivery, and what the receiver refuses for good is not tried again. */
export function judgeStatus(status: number): 'delivered' | 'gone' | 'refused' | 'retry' {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  const mayChange = status === 408 || status === 425 || status === 429
  return status >= 400 && status < 500 && !mayChange ? 'refused' : 'retry'
}

/**
 * How long a receiver asks to be left alone (ms), by its `retry-after` in seconds or as a date; 0 when it does not.
 * @example retryAfterOf('120', 0) // 120000
 */
export function retryAfterOf(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,7}$/.test(text)) return Number(text) * SECOND
  // Other forms are read as dates that nobody meant.
  const at = /^[A-Z][a-z]{2}, \d\d /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
