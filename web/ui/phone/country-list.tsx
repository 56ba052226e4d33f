import { Box } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Country } from './country.ts'
import { Flag } from './flag.tsx'
import classes from './phone-input.module.css'
import { indexOfPrefix, moveHighlight, nothingTyped, typeAhead } from './type-ahead.ts'

export const VISIBLE_ROWS = 7

type Props = {
  countries: readonly Country[]
  country: string | undefined
  onChoose: (iso2: string) => void
  onClose: () => void
}

/** Scrolls the list and nothing else: while the drop-down finds its place, the page must stay where it is. */
function reveal(list: HTMLElement, index: number) {
  const row = list.children[index]
  if (!(row instanceof HTMLElement)) return
  const top = row.offsetTop - list.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + row.offsetHeight - list.clientHeight
  }
}

/** All countries under the keyboard: arrows go round, letters jump, Enter takes, Escape leaves. */
export function CountryList({ countries, country, onChoose, onClose }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const typed = useRef(nothingTyped)
  const [highlight, setHighlight] = useState(() => countries.findIndex((each) => each.iso2 === country))

  useEffect(() => {
    // The drop-down takes its place on the page first; focusing earlier would scroll the page to it.
    const frame = requestAnimationFrame(() => list.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (list.current) reveal(list.current, highlight)
  }, [highlight])

  const jump = (letter: string) => {
    typed.current = typeAhead(typed.current, letter, Date.now())
    const found = indexOfPrefix(
      countries.map((each) => each.name),
      typed.current.query,
    )
    if (found >= 0) setHighlight(found)
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const taken = countries[highlight]
    if (key === 'ArrowDown') setHighlight((now) => moveHighlight(now, 1, countries.length))
    else if (key === 'ArrowUp') setHighlight((now) => moveHighlight(now, -1, countries.length))
    else if (key === 'Enter' && taken) onChoose(taken.iso2)
    else if (key === 'Escape') onClose()
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) jump(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box
      component="ul"
      ref={list}
      className={classes.list}
      __vars={{ '--phone-rows': String(VISIBLE_ROWS) }}
      role="listbox"
      aria-label="Countries"
      aria-activedescendant={highlight < 0 ? undefined : `${id}-${highlight}`}
      tabIndex={0}
      onKeyDown={onKey}
    >
      {countries.map((each, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself has the focus and takes the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the list names its highlighted option by aria-activedescendant.
        <li
          key={each.iso2}
          id={`${id}-${index}`}
          className={classes.country}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option is an item of the list.
          role="option"
          aria-selected={each.iso2 === country}
          data-highlighted={index === highlight || undefined}
          onClick={() => onChoose(each.iso2)}
        >
          <Flag of={each.iso2} />
          <span className={classes.name}>{each.name}</span>
          <span className={classes.dial}>+{each.dialCode}</span>
        </li>
      ))}
    </Box>
  )
}
