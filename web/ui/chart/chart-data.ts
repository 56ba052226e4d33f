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

/** Between 1 and 10: the next round step above a number, by their ratio. */
const roundStep = (ratio: number) =>
  ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1

/** The values to draw lines at, from zero to the first round number that nothing exceeds: about as many as wanted. */
export function axisTo(most: number, wanted: number): number[] {
  const stepTo = (top: number) => {
    const power = Math.floor(Math.log10(top / wanted))
    const factor = roundStep(top / wanted / 10 ** power)
    // Below one it is the parts of one that are whole: 3 * 0.1 is not 0.3.
    return power < 0 ? { times: factor, parts: 10 ** -power } : { times: factor * 10 ** power, parts: 1 }
  }
  const valueAt = (count: number, { times, parts }: ReturnType<typeof stepTo>) => (count * times) / parts
  const countTo = (top: number, { times, parts }: ReturnType<typeof stepTo>) => Math.ceil((top * parts) / times)
  // A rounder top may take a larger step.
  const first = stepTo(most)
  const step = stepTo(valueAt(countTo(most, first), first))
  return Array.from({ length: countTo(most, step) + 1 }, (_, count) => valueAt(count, step))
}
