/** A day as text, `YYYY-MM-DD`, so that no time zone can move it. */
export type Day = string
export type DayRange = { from: Day; to: Day }

const DAY_MS = 86_400_000

/** The day so many days later (or earlier). */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The last so many days, today included: 7 days end today and begin six days ago. */
export function lastDays(days: number, today: Day): DayRange {
  return { from: addDays(today, 1 - days), to: today }
}

export const shortcuts = [
  { label: 'Last week', days: 7 },
  { label: 'Last month', days: 30 },
  { label: 'Last 3 months', days: 90 },
] as const

const shown = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** A day for people: `Nov 21, 2026`. */
export const showDay = (day: Day): string => shown.format(Date.parse(`${day}T00:00:00Z`))
