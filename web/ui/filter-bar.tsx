import { Button, CloseButton, Group, Pill, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { SEARCH_MAX, SEARCH_WAIT_MS } from '#shared/constants.ts'
import classes from './filter-bar.module.css'
import { leave } from './leave.ts'
import { TryAgain } from './try-again.tsx'

type Search = {
  value: string
  onChange: (text: string) => void
  label?: string
  placeholder?: string
  /** How it is searched, where that is not what one would think. */
  hint?: string | undefined
  /** Why nothing can be found by it. */
  fault?: string
}
export type ActiveFilter = {
  key: string
  label: string
  value: string
  onClear: () => void
  /** Its name could not be had. */
  onRetry?: (() => void) | undefined
}

type Props = {
  ref?: Ref<HTMLElement> | undefined
  search?: Search
  /** Menus and switches that set filters. */
  children?: ReactNode
  /** The filters in force, each as a chip that can be cleared by itself. */
  active?: readonly ActiveFilter[]
  onClearAll?: () => void
  /** What stands apart from the filters: how the list is shown. */
  tools?: ReactNode
}

function SearchField({ value, onChange, label = 'Search', placeholder = 'Search', hint, fault }: Search) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const told = useRef(value)
  // Rows that are not found go, also one that is being edited: then what was searched for before stays in force.
  const find = (next: string) =>
    leave(
      'rows',
      () => {
        told.current = next
        onChange(next)
      },
      () => setText(value),
    )
  const tell = useDebouncedCallback(find, SEARCH_WAIT_MS)
  // What comes back is what was told; only what somebody else put there takes the place of what is being typed.
  useEffect(() => {
    if (value.trim() === told.current.trim()) return
    told.current = value
    setText(value)
  }, [value])
  useHotkeys([['/', () => field.current?.focus()]])
  const clear = () => {
    setText('')
    tell.cancel()
    find('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      className={classes.search}
      classNames={{ description: classes.hint }}
      type="search"
      maxLength={SEARCH_MAX}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={fault}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />}
      onChange={(event) => {
        setText(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

/** Search first, then filters. It holds no state of its own: the page keeps it in the address, so that a link shows the same list. */
export function FilterBar({ ref, search, children, active = [], onClearAll, tools }: Props) {
  return (
    <search ref={ref} className={classes.bar}>
      <Group gap="xs">
        {search && <SearchField {...search} />}
        {children}
        {tools && (
          <Group gap="xs" className={classes.tools}>
            {tools}
          </Group>
        )}
      </Group>
      {active.length > 0 && (
        <ul className={classes.chips}>
          {active.map(({ key, label, value, onClear, onRetry }) => (
            <li key={key}>
              <Pill
                className={classes.chip}
                size="md"
                withRemoveButton
                onRemove={onClear}
                removeButtonProps={{ 'aria-label': `Clear ${label}`, tabIndex: 0, 'aria-hidden': false }}
              >
                {label}: {onRetry ? 'name unknown' : value}
              </Pill>
              {onRetry && (
                <Text span size="sm" ml="xs">
                  <TryAgain onRetry={onRetry}>The name could not be loaded.</TryAgain>
                </Text>
              )}
            </li>
          ))}
          {onClearAll && active.length > 1 && (
            <li>
              <Button variant="subtle" color="gray" size="compact-sm" onClick={onClearAll}>
                Clear all
              </Button>
            </li>
          )}
        </ul>
      )}
    </search>
  )
}
