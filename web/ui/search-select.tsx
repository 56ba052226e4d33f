import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_MAX, SEARCH_WAIT_MS } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { TryAgain } from './try-again.tsx'

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
  /** The search failed: what is not there is not known. */
  isFailed: boolean
  /** The name of what is chosen could not be had. */
  onRetry?: (() => void) | undefined
  onText: (text: string) => void
  onChange: (id: string) => void
}

/** One of many, found by the letters of its name. */
export function SearchSelect(props: Props) {
  const { label, what, chosen, found, search, isLoading, isFailed, onRetry, onText, onChange } = props
  const options = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Select
      aria-label={label}
      placeholder={label}
      w={180}
      clearable
      searchable
      maxLength={SEARCH_MAX}
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onSearchChange={onText}
      nothingFoundMessage={
        isLoading
          ? 'Searching…'
          : isFailed
            ? messages.lookUpFailed
            : search
              ? `No ${what} of this name.`
              : 'Type a part of the name.'
      }
      error={onRetry && <TryAgain onRetry={onRetry}>The name could not be loaded.</TryAgain>}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
