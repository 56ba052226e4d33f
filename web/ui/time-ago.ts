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

/** The exact time in a zone, with the zone's short name. */
export function exactTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(at)
}
