import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { usStates } from '#shared/model/states.ts'
import classes from './targeting.module.css'

type Props = {
  label: string
  /** Codes, such as `TX`. */
  value: readonly string[]
  onChange: (codes: string[]) => void
  error?: ReactNode
  description?: string
  required?: boolean
  disabled?: boolean
}

const choices = Object.entries(usStates).map(([value, label]) => ({ value, label }))

/** States by their names; they are found by their codes as well. */
export function StatePicker({ value, onChange, ...field }: Props) {
  return (
    <MultiSelect
      {...field}
      classNames={{ pillsList: classes.chips ?? '' }}
      searchable
      clearable
      hidePickedOptions
      data={choices}
      value={[...value]}
      onChange={onChange}
      nothingFoundMessage="No state is called this."
      filter={({ options, search }) => {
        const text = search.trim().toLowerCase()
        return options.filter(
          (option) =>
            'value' in option && (option.label.toLowerCase().includes(text) || option.value.toLowerCase() === text),
        )
      }}
    />
  )
}
