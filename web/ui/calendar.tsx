import { DatePicker } from '@mantine/dates'
import classes from './date-range.module.css'
import type { Day } from './days.ts'

export type Picked = [string | null, string | null]

type Props = {
  presets: { label: string; value: Picked }[]
  minDate: Day | undefined
  maxDate: Day | undefined
  value: Picked
  onChange: (picked: Picked) => void
}

const spoken = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** A month to pick the first and the last day in, beside the ranges people ask for most. */
export default function Calendar({ presets, minDate, maxDate, value, onChange }: Props) {
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      hideOutsideDates
      firstDayOfWeek={0}
      classNames={classes}
      ariaLabels={spoken}
      presets={presets}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      {...(value[0] && { defaultDate: value[0] })}
      value={value}
      onChange={onChange}
    />
  )
}
