import { MultiSelect, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MIN_LETTERS } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import type { Place, PlaceType } from '#shared/model/place.ts'
import { SearchMark } from '../search-mark.tsx'
import { type Search, useSearch } from '../use-search.ts'
import classes from './targeting.module.css'

type Props = {
  label: string
  value: readonly Place[]
  onChange: (places: Place[]) => void
  /** Asks for places. It must keep its identity between renders. */
  search: Search<Place>
  /** Which kinds of place may be chosen; all of them if nothing is said. */
  types?: readonly PlaceType[]
  error?: ReactNode
  description?: string
  required?: boolean
  disabled?: boolean
}

const keyOf = ({ type, value }: Place) => `${type} ${value}`

/** Places as chips: states, cities and zip codes, found by how their names begin. */
export function PlaceInput({ label, value, onChange, search, types, error, description, ...field }: Props) {
  const [text, setText] = useState('')
  const { status, items } = useSearch(text, search)
  const chosen = new Set(value.map(keyOf))
  const found = items.filter((place) => (types?.includes(place.type) ?? true) && !chosen.has(keyOf(place)))
  const known = new Map([...value, ...found].map((place) => [keyOf(place), place]))
  const offered = new Set(found.map(keyOf))
  const isShort = text.trim().length < MIN_LETTERS
  return (
    <>
      <MultiSelect
        {...field}
        label={label}
        description={description ?? `Type at least ${MIN_LETTERS} letters or digits.`}
        classNames={{ pillsList: classes.chips ?? '' }}
        searchable
        hidePickedOptions
        value={value.map(keyOf)}
        onChange={(keys) => onChange(keys.flatMap((key) => known.get(key) ?? []))}
        searchValue={text}
        onSearchChange={setText}
        data={[...known].map(([key, place]) => ({ value: key, label: place.label }))}
        filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
        {...(!isShort && status === 'found' && { nothingFoundMessage: 'No place begins like this.' })}
        maxDropdownHeight={280}
        rightSection={<SearchMark status={status} failedText={messages.lookUpFailed} />}
        error={error}
      />
      <VisuallyHidden role="status">{status === 'found' && `${found.length} places.`}</VisuallyHidden>
    </>
  )
}
