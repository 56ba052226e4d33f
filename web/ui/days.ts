import { addDays, dayIn, isDay } from '#shared/dates.ts'

/** A day as text, `YYYY-MM-DD`, so that no time zone can move it. */
export type Day = string
export type DayRange = { from: Day; to: Day }

/** The last so many days, today included: 7 days end today and begin six days ago. */
export function lastDays(days: number, today: Day): DayRange {
  return { from: addDays(today, 1 - days), to: today }
}

const USUAL_DAYS = 30

/** The days that an address names; the usual ones where it names none, or what are none. */
export const rangeOf = (from: string, to: string, today: Day): DayRange =>
  isDay(from) && isDay(to) && from <= to ? { from, to } : lastDays(USUAL_DAYS, today)

export const shortcuts = [
  { label: 'Last week', days: 7 },
  { label: 'Last month', days: 30 },
  { label: 'Last 3 months', days: 90 },
] as const

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

/** The ranges people ask for most, as they stand in a zone at an instant. */
export function rangesIn(timeZone: string, at: number): { label: string; range: DayRange }[] {
  const today = dayIn(timeZone, at)
  const yesterday = addDays(today, -1)
  const month = firstOfMonth(today)
  const lastOfBefore = addDays(month, -1)
  return [
    { label: 'Today', range: { from: today, to: today } },
    { label: 'Yesterday', range: { from: yesterday, to: yesterday } },
    { label: 'Last 7 days', range: lastDays(7, today) },
    { label: 'Last 30 days', range: lastDays(30, today) },
    { label: 'Last 90 days', range: lastDays(90, today) },
    { label: 'This month', range: { from: month, to: today } },
    { label: 'Month before', range: { from: firstOfMonth(lastOfBefore), to: lastOfBefore } },
  ]
}

const shown = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** A day for people: `Nov 21, 2026`. */
export const showDay = (day: Day): string => shown.format(Date.parse(`${day}T00:00:00Z`))
