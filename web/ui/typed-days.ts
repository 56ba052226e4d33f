// Days as people type them: in words as they are shown, in numbers, or as a computer writes them; two of them make a range.
import { isDay } from '#shared/dates.ts'
import { type Day, type DayRange, showDay } from './days.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (number: string | number) => String(number).padStart(2, '0')

function dayOf(year: string, month: string | number, day: string): Day | undefined {
  const text = `${year}-${two(month)}-${two(day)}`
  return isDay(text) ? text : undefined
}
/** The number of a month that is named by three letters or more. */
function monthOf(name: string): number {
  const at = months.indexOf(name.slice(0, 3).toLowerCase())
  return at + 1
}

/** A day as it is typed: `Nov 21, 2026`, `21 November 2026`, `11/21/2026` or `2026-11-21`. */
function readDay(typed: string): Day | undefined {
  const text = typed.trim()
  const [, y = '', m = '', d = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (y) return dayOf(y, m, d)
  const [, month = '', of = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (year) return dayOf(year, month, of)
  const [, name = '', on = '', when = ''] = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text) ?? []
  if (when) return dayOf(when, monthOf(name), on)
  const [, first = '', named = '', last = ''] = /^(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(text) ?? []
  return last ? dayOf(last, monthOf(named), first) : undefined
}

type Bounds = { minDate?: Day | undefined; maxDate?: Day | undefined }
export type ReadRange = { range: DayRange | undefined } | { fault: string }

/** A range as it is typed; one day alone is a range of itself, and nothing is no range. */
export function readRange(typed: string, { minDate, maxDate }: Bounds = {}): ReadRange {
  if (typed.trim() === '') return { range: undefined }
  const parts = typed.split(/\s*[–—]\s*|\s+-\s+|\s+(?:to|until)\s+/i)
  if (parts.length > 2) return { fault: 'Enter two days at most, such as Nov 1, 2026 – Nov 21, 2026.' }
  const days = parts.map(readDay)
  const unread = parts[days.indexOf(undefined)]
  if (unread !== undefined)
    return { fault: `“${unread.trim()}” is no day. Write it like Nov 21, 2026, 11/21/2026 or 2026-11-21.` }
  const [from = '', to = from] = days
  if (!from || !to) return { fault: 'Enter the days.' }
  if (to < from) return { fault: 'The last day lies before the first one.' }
  if (minDate && from < minDate) return { fault: `The first day may not lie before ${showDay(minDate)}.` }
  if (maxDate && to > maxDate) return { fault: `The last day may not lie after ${showDay(maxDate)}.` }
  return { range: { from, to } }
}

export const writeRange = ({ from, to }: DayRange): string =>
  from === to ? showDay(from) : `${showDay(from)} – ${showDay(to)}`
