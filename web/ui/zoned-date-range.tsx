import type { ComponentProps } from 'react'
import { dayIn } from '#shared/dates.ts'
import { DateRange } from './date-range.tsx'
import { rangesIn } from './days.ts'
import { useNow } from './use-now.ts'

type Props = Omit<ComponentProps<typeof DateRange>, 'today' | 'ranges'> & {
  /** Whose days they are: they begin and end by the clocks there. */
  timeZone: string
}

/** What people call a zone, such as `Central Time`. */
export function zoneName(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Days of a zone: today is what it is there, and the zone is named. Nothing lies in the future. */
export function ZonedDateRange({ timeZone, ...field }: Props) {
  const now = useNow()
  const today = dayIn(timeZone, now)
  return (
    <DateRange
      description={`Days in ${zoneName(timeZone, now)}`}
      maxDate={today}
      {...field}
      today={today}
      ranges={rangesIn(timeZone, now)}
    />
  )
}
