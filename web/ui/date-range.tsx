import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { useId, useState } from 'react'
import classes from './date-range.module.css'
import { type Day, type DayRange, lastDays, shortcuts, showDay } from './days.ts'

type Field = 'label' | 'description' | 'error' | 'disabled' | 'required' | 'minDate' | 'maxDate' | 'className' | 'maw'

type Props = Pick<DatePickerInputProps<'range'>, Field> & {
  value: DayRange | undefined
  onChange: (range: DayRange | undefined) => void
  /** The day it is in the zone of the person who looks; the shortcuts count back from it. */
  today: Day
  /** Other ranges than the usual ones. */
  ranges?: readonly { label: string; range: DayRange }[]
}

const ANY_TIME = 'Any time'

const spoken = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

type Picked = [string | null, string | null]

/** Two days and everything between, with the ranges people ask for most one press away. */
export function DateRange({ value, onChange, today, ranges, ...field }: Props) {
  // One end alone is no range yet: it is kept here until the other is chosen.
  const [half, setHalf] = useState<Picked>()
  const shown: Picked = half ?? [value?.from ?? null, value?.to ?? null]
  const offered = ranges ?? shortcuts.map(({ label, days }) => ({ label, range: lastDays(days, today) }))
  const presets = offered.map(({ label, range }) => ({ label, value: [range.from, range.to] as Picked }))
  const pick = ([from, to]: Picked) => {
    setHalf(from && !to ? [from, to] : undefined)
    if (from && to) onChange({ from, to })
    else if (!from) onChange(undefined)
  }
  const id = useId()
  const said = value ? `${showDay(value.from)} – ${showDay(value.to)}` : ANY_TIME
  return (
    <DatePickerInput
      // The label alone would be the button's name, and leave out which days are chosen.
      aria-label={typeof field.label === 'string' ? `${field.label}: ${said}` : said}
      valueFormat="MMM D, YYYY"
      placeholder={ANY_TIME}
      leftSection={<IconCalendar size={16} aria-hidden />}
      allowSingleDateInRange
      clearable
      hideOutsideDates
      firstDayOfWeek={0}
      classNames={classes}
      ariaLabels={spoken}
      // The calendar is named by its button, so both must go by one id.
      id={id}
      popoverProps={{ id }}
      clearButtonProps={{ 'aria-label': 'Clear the dates' }}
      {...field}
      type="range"
      presets={presets}
      value={shown}
      onChange={pick}
      onDropdownClose={() => setHalf(undefined)}
    />
  )
}
