import { SYSTEM_ZONE } from '#shared/constants.ts'

const units = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago (or in how long) something is, in the largest unit that fits; under a minute it is `just now`. */
export function timeAgo(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const fitting = units.find((each) => Math.abs(seconds) >= each.seconds)
  if (!fitting) return 'just now'
  return words.format(Math.trunc(seconds / fitting.seconds), fitting.unit)
}

/** In the system's zone, in which money is counted, where none is named. To make a formatter takes longer than to write a hundred times with it, so that there is one for each zone. */
function byZone(options: Intl.DateTimeFormatOptions): (at: number, timeZone?: string) => string {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (at, timeZone = SYSTEM_ZONE) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    made.set(timeZone, known)
    return known.format(at)
  }
}

/** The exact time in a zone to the second, with the zone's short name: for what is looked at closely. */
export const exactTime = byZone({ dateStyle: 'medium', timeStyle: 'long' })

/** A time in a zone as it stands in a sentence or a table, such as `Nov 25, 2026, 1:00 AM CST`. */
export const dayAndTime = byZone({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
