import { ActionIcon, Input, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { useState } from 'react'
import type CalendarPart from './calendar.tsx'
import type { Picked } from './calendar.tsx'
import classes from './date-range.module.css'
import { type Day, type DayRange, lastDays, shortcuts } from './days.ts'
import { notify } from './notify.tsx'
import { parts } from './parts.ts'
import { readRange, writeRange } from './typed-days.ts'

type Field = 'label' | 'description' | 'error' | 'disabled' | 'required' | 'className' | 'maw'

type Props = Pick<TextInputProps, Field> & {
  minDate?: Day
  maxDate?: Day
  value: DayRange | undefined
  onChange: (range: DayRange | undefined) => void
  /** The day it is in the zone of the person who looks; the shortcuts count back from it. */
  today: Day
  /** Other ranges than the usual ones. */
  ranges?: readonly { label: string; range: DayRange }[]
}

const ANY_TIME = 'Any time'

/** Days can be typed without it, and most people who see the field change nothing: it is fetched when somebody turns to it. */
const loadCalendar = () => import('./calendar.tsx')
const prepare = () => void loadCalendar().catch(() => undefined)

/** Two days and everything between, typed or picked, with the ranges people ask for most one press away. */
export function DateRange({ value, onChange, today, ranges, minDate, maxDate, error, ...field }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [Calendar, setCalendar] = useState<typeof CalendarPart>()
  const [isLoading, setLoading] = useState(false)
  // One end alone is no range yet: it is kept here until the other is chosen.
  const [half, setHalf] = useState<Picked>()
  // What is typed counts once the field is left, or Enter is pressed.
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState('')
  const shown: Picked = half ?? [value?.from ?? null, value?.to ?? null]
  const offered = ranges ?? shortcuts.map(({ label, days }) => ({ label, range: lastDays(days, today) }))
  const presets = offered.map(({ label, range }) => ({ label, value: [range.from, range.to] as Picked }))
  const take = (range: DayRange | undefined) => {
    setTyped(undefined)
    setFault('')
    if (range?.from !== value?.from || range?.to !== value?.to) onChange(range)
  }
  // It opens whole: the keyboard goes straight into its days.
  const open = async () => {
    setLoading(true)
    try {
      const { default: part } = await parts.fetch(loadCalendar)
      setCalendar(() => part)
      setOpen(true)
    } catch (cause) {
      notify('danger', cause instanceof Error ? cause.message : 'The calendar did not load. Please try again.')
    }
    setLoading(false)
  }
  const close = () => {
    setOpen(false)
    setHalf(undefined)
  }
  const pick = ([from, to]: Picked) => {
    setHalf(from && !to ? [from, to] : undefined)
    if (from && to) {
      take({ from, to })
      close()
    } else if (!from) take(undefined)
  }
  const read = () => {
    if (typed === undefined) return
    const found = readRange(typed, { minDate, maxDate })
    if ('fault' in found) setFault(found.fault)
    else take(found.range)
  }
  const said = value ? writeRange(value) : ANY_TIME
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus returnFocus>
      <TextInput
        {...(!field.label && { 'aria-label': 'Days' })}
        {...field}
        classNames={{ root: classes.field ?? '' }}
        autoComplete="off"
        placeholder={ANY_TIME}
        error={fault || error}
        value={typed ?? (value ? said : '')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={read}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it, if there is one, is sent by its own button.
          event.preventDefault()
          read()
        }}
        leftSectionPointerEvents="all"
        leftSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={field.disabled ?? false}
              aria-label={typeof field.label === 'string' ? `${field.label}: ${said}` : said}
              onPointerEnter={prepare}
              onFocus={prepare}
              aria-busy={isLoading}
              onClick={() => (isOpen ? close() : void open())}
            >
              {isLoading ? <Loader size={14} aria-hidden /> : <IconCalendar size={16} aria-hidden />}
            </ActionIcon>
          </Popover.Target>
        }
        rightSectionPointerEvents="all"
        rightSection={
          value && !field.disabled && <Input.ClearButton aria-label="Clear the dates" onClick={() => take(undefined)} />
        }
      />
      <Popover.Dropdown aria-label="Calendar">
        {Calendar && <Calendar presets={presets} minDate={minDate} maxDate={maxDate} value={shown} onChange={pick} />}
      </Popover.Dropdown>
    </Popover>
  )
}
