import { type Cents, cents } from '#shared/money/cents.ts'

/** An amount as the server writes it, in dollars with two decimals at most, as the cents it stands for. */
export const fromWire = (dollars: number): Cents => cents(Math.round(dollars * 100))

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const MONTHS = 24

/** A month, `YYYY-MM`, and those before it, newest first, for a field to choose from. */
export function latestMonths(newest: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = newest.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const at = new Date(Date.UTC(year, month - 1 - index))
    return { value: at.toISOString().slice(0, 7), label: monthFormat.format(at) }
  })
}
