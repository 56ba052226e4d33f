// What bounds a change of the address that somebody signs in with.
import { DAY, MINUTE } from './dates.ts'

export const emailChangeLimits = {
  /** How long the two codes of a change of one's own work. */
  codeMs: 30 * MINUTE,
  tries: 5,
  perHour: 5,
  windowMs: 60 * MINUTE,
  /** How long an address that somebody else asked for may wait to be confirmed. */
  linkMs: 3 * DAY,
} as const
