import { MINUS } from '../money/format.ts'

const percents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** By how much something changed, in words. From nothing there is no percentage. */
export function showChange({ now, before }: { now: number; before: number }): string {
  if (now === before) return 'No change'
  if (before === 0) return 'New'
  const percent = (100 * (now - before)) / Math.abs(before)
  return `${percent < 0 ? MINUS : '+'}${percents.format(Math.abs(percent))}%`
}
