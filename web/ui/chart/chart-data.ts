// What a chart shows, as numbers: days without any are drawn as zero, never left out.

import { toCsvLine } from '#shared/csv.ts'
import { addDays } from '#shared/dates.ts'
import type { Day, DayRange } from '../days.ts'

export type Series = { key: string; label: string }
export type Point = { day: Day; values: Readonly<Record<string, number>> }

/** A point for each day of a range, in order; what nobody counted is 0. */
export function fillDays(range: DayRange, points: readonly Point[], series: readonly Series[]): Point[] {
  const known = new Map(points.map((point) => [point.day, point.values]))
  const filled: Point[] = []
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    const values = known.get(day)
    filled.push({ day, values: Object.fromEntries(series.map(({ key }) => [key, values?.[key] ?? 0])) })
  }
  return filled
}

/** How high a day stands: its series one on another. */
export const sumOf = ({ values }: Point): number => Object.values(values).reduce((sum, value) => sum + value, 0)

/** The same numbers as a file, with plain figures that a spreadsheet can count with. */
export function chartCsv(
  points: readonly Point[],
  series: readonly Series[],
  toCell: (value: number) => string,
): string {
  const head = toCsvLine(['Day', ...series.map(({ label }) => label)])
  const lines = points.map(({ day, values }) => toCsvLine([day, ...series.map(({ key }) => toCell(values[key] ?? 0))]))
  return head + lines.join('')
}

/** Some of the days to write under the axis: as many as there is room for, evenly apart, the first among them. */
export function labelledDays(days: readonly Day[], most: number): Day[] {
  const step = Math.max(1, Math.ceil(days.length / Math.max(1, most)))
  return days.filter((_, index) => index % step === 0)
}
