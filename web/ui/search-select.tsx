import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'

export type Choice = { id: string; name: string }

const LEAST = 2

/** What is to be searched for, from what is typed; empty where that is too little, or the name of what is chosen already. */
export function useSearchText(chosen: Choice | undefined): { search: string; setText: (text: string) => void } {
  const [text, setText] = useState('')
  const [debounced] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const isAsked = debounced.length >= LEAST && debounced !== chosen?.name
  return { search: isAsked ? debounced : '', setText }
}

type Props = {
  label: string
  /** What there is none of where nothing was found. */
  what: string
  chosen: Choice | undefined
  found: readonly Choice[]
  search: string
  isLoading: boolean
  onText: (text: string) => void
  onChange: (id: string) => void
}

/** One of many, found by the letters of its name. */
export function SearchSelect({ label, what, chosen, found, search, isLoading, onText, onChange }: Props) {
  const options = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Select
      aria-label={label}
      placeholder={label}
      w={180}
      clearable
      searchable
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onSearchChange={onText}
      nothingFoundMessage={isLoading ? 'Searching…' : search ? `No ${what} of this name.` : 'Type a part of the name.'}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
