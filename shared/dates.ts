export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** More than there are names of zones, however they are written. */
const MOST_FORMATS = 2000
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: to make one takes a hundred times as long as to use it. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const made = dayFormats.get(timeZone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (dayFormats.size >= MOST_FORMATS) dayFormats.clear()
  dayFormats.set(timeZone, format)
  return format
}

/** The day (`YYYY-MM-DD`) on which an instant falls in a zone. The one bucket function of screens, files and invoices. */
export function dayIn(timeZone: string, at: number): string {
  return dayFormat(timeZone).format(at)
}

/** Whether text is a day of our calendar (from the year 2000 on): `2026-02-30` has the form of one and is none. */
export function isDay(text: string): boolean {
  const at = /^[2-8]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

/** The day so many days later (or earlier), by the calendar and not by 24 hours. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** Days from one day to another, both counted: 1 for the same day. Negative or zero when they are the wrong way round. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY) + 1
}

/** No zone is further from UTC than this, summer time included. */
const FARTHEST_ZONE = 15 * HOUR

/**
 * The first instant (ms) of a day in a zone, by the same rule as `dayIn`. It is not always midnight: where the clocks
 * go forward at midnight, the day begins at one. A day that a zone left out begins where the next one does.
 */
export function startOfDay(timeZone: string, day: string): number {
  const format = dayFormat(timeZone)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let before = midnight - FARTHEST_ZONE
  let reached = midnight + FARTHEST_ZONE
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (format.format(middle) >= day) reached = middle
    else before = middle
  }
  return reached
}

/**
 * The first instant (ms) of a day at which the clocks of a zone show an hour or a later one. Where they skip that hour, it is the
 * one at which they go on.
 * @example atHour('America/Chicago', '2026-11-01', 7) // 13:00 UTC, eight hours after the day began
 */
export function atHour(timeZone: string, day: string, hour: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  // @NOTE clocks are put back before morning, so from an hour later than that on they only go forward.
  let before = startOfDay(timeZone, day) - 1
  let reached = startOfDay(timeZone, addDays(day, 1))
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dayIn(timeZone, middle) === day && Number(format.format(middle)) >= hour) reached = middle
    else before = middle
  }
  return reached
}

/** The instants of some days in a zone, both days included: from `start` up to, but without, `end`. */
export function daysIn(timeZone: string, from: string, to: string): { start: number; end: number } {
  return { start: startOfDay(timeZone, from), end: startOfDay(timeZone, addDays(to, 1)) }
}

/** Whether text names an IANA time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}
