import { TagsInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { MOST_KEYWORDS, refusalForKeywords, splitKeywords } from '#shared/model/targeting.ts'
import { cleanTags } from '#shared/text.ts'
import { toCount } from '../format.ts'
import { SearchMark } from '../search-mark.tsx'
import { type Search, useSearch } from '../use-search.ts'
import classes from './targeting.module.css'

type Props = {
  label: string
  value: readonly string[]
  onChange: (keywords: string[]) => void
  /** Asks for suggestions. It must keep its identity between renders. */
  search: Search<string>
  error?: ReactNode
  description?: string
  required?: boolean
  disabled?: boolean
  most?: number
}

const SPLIT = [',', ';', '\n', '\t']

/**
 * Keywords as chips, with suggestions after three letters. Enter, a comma or a pasted list ends them. More than the limit
 * stay in the field, so that nothing pasted is lost, and the first one too many is named.
 */
export function KeywordInput({
  label,
  value,
  onChange,
  search,
  error,
  description,
  most = MOST_KEYWORDS,
  ...field
}: Props) {
  const [text, setText] = useState('')
  const { status, items } = useSearch(text, search)
  const offered = items.filter((item) => !value.some((keyword) => keyword.toLowerCase() === item.toLowerCase()))
  const count = `${toCount(value.length)} of ${toCount(most)}.`
  const nothing = status === 'found' && offered.length === 0
  return (
    <>
      <TagsInput
        {...field}
        label={label}
        description={`${description ?? 'Enter or a comma ends a keyword.'} ${count}`}
        classNames={{ pillsList: classes.chips ?? '' }}
        value={[...value]}
        onChange={(tags) => onChange(cleanTags(tags.flatMap(splitKeywords)))}
        splitChars={SPLIT}
        searchValue={text}
        onSearchChange={setText}
        data={offered}
        filter={({ options }) => options}
        maxDropdownHeight={280}
        rightSection={<SearchMark status={status} failedText={messages.lookUpFailed} />}
        error={error ?? refusalForKeywords(value, most)}
      />
      <VisuallyHidden role="status">
        {nothing && 'No suggestions.'}
        {status === 'found' && !nothing && `${offered.length} suggestions.`}
      </VisuallyHidden>
    </>
  )
}
