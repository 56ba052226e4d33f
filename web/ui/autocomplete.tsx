import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from '@mantine/core'
import { useState } from 'react'
import { MIN_LETTERS } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { SearchMark } from './search-mark.tsx'
import { type Search, useSearch } from './use-search.ts'

type Props = Omit<AutocompleteProps, 'value' | 'onChange' | 'data' | 'filter' | 'defaultValue'> & {
  value: string
  onChange: (text: string) => void
  /** Asks for suggestions. It must keep its identity between renders, or every render would ask again. */
  search: Search<string>
  failedText?: string
}

/** A text field that suggests after three letters and a short wait. The server has chosen already, so nothing is filtered here. */
export function Autocomplete({ value, onChange, search, failedText = messages.lookUpFailed, ...field }: Props) {
  const [chosen, setChosen] = useState('')
  const { status, items } = useSearch(value === chosen ? '' : value, search)
  const nothing = status === 'found' && items.length === 0
  return (
    <MantineAutocomplete
      description={`Type at least ${MIN_LETTERS} letters to search.`}
      {...field}
      value={value}
      onChange={onChange}
      onOptionSubmit={setChosen}
      data={[...items]}
      filter={({ options }) => options}
      rightSection={<SearchMark status={status} failedText={failedText} />}
      {...(nothing ? { description: 'Nothing found for this text.' } : {})}
    />
  )
}
