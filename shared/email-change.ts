// What bounds a change of the address that somebody signs in with.
import { DAY, HOUR, MINUTE } from './dates.ts'

export const emailChangeLimits = {
  /** How long the two codes of a change of one's own work. */
  codeMs: 30 * MINUTE,
  tries: 5,
  perHour: 5,
  windowMs: HOUR,
  /** Changes that are begun in any 24 hours: with five tries each, as many guesses as a second step has. */
  perDay: 10,
  /** How long an address that somebody else asked for may wait to be confirmed. */
  linkMs: 3 * DAY,
} as const
