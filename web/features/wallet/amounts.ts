import { type Cents, cents } from '#shared/money/cents.ts'

/** An amount as the server writes it, in dollars with two decimals at most, as the cents it stands for. */
export const fromWire = (dollars: number): Cents => cents(Math.round(dollars * 100))

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const MONTHS = 24

const toMonth = (at: Date) => `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`

/** This month and those before it, newest first, for a field to choose from. */
export function latestMonths(now: Date): { value: string; label: string }[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const value = toMonth(new Date(now.getFullYear(), now.getMonth() - index, 1))
    return { value, label: monthFormat.format(new Date(`${value}-15T00:00:00Z`)) }
  })
}
