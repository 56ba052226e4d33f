import { Group, NativeSelect, Text, UnstyledButton } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { MouseEvent, RefObject } from 'react'
import { PAGE_SIZE } from '#shared/constants.ts'
import type { Tone } from '../theme/tones.ts'
import { toCount } from './format.ts'
import { PAGE_LINKS, pageCount, pageRange, pageWindow } from './page-window.ts'
import classes from './pager.module.css'
import { scrollToTop } from './scroll.ts'
import { rowChoices } from './use-address.ts'

type Props = {
  page: number
  total: number
  onChange: (page: number) => void
  perPage?: number
  /** Lets the person choose how many rows a page has. */
  onPerPage?: (rows: number) => void
  links?: number
  type?: Tone
  /** What is scrolled back into view when the page changes: the list itself. */
  scrollTo?: RefObject<HTMLElement | null>
  disabled?: boolean
  /** Names the links, where one page has several of them. */
  label?: string
}

/** Page links under a list, with the entries in view in words. */
export function Pager(props: Props) {
  const {
    page: wanted,
    total,
    onChange,
    perPage = PAGE_SIZE,
    onPerPage,
    links = PAGE_LINKS,
    type = 'default',
    scrollTo,
    disabled = false,
    label = 'Pages',
  } = props
  const last = pageCount(total, perPage)
  // A list that has shrunk under the reader leaves them on its last page.
  const page = Math.min(Math.max(1, wanted), last)
  const { from, to } = pageRange(page, total, perPage)
  const go = (next: number) => {
    onChange(next)
    if (scrollTo?.current) scrollToTop(scrollTo.current)
  }
  const step = (next: number) => (event: MouseEvent) => {
    // There is nothing beyond an end, so the button cannot keep the focus there: the page gets it.
    if (next === 1 || next === last)
      event.currentTarget.parentElement
        ?.querySelector<HTMLElement>(`[aria-label="Page ${next}"]`)
        ?.focus({ preventScroll: true })
    go(next)
  }
  return (
    <Group justify="space-between" gap="sm" mt="md">
      <Text size="sm" c="dimmed" role="status" className={classes.words}>
        Showing {toCount(from)} to {toCount(to)} of {toCount(total)} entries
      </Text>
      {onPerPage && total > PAGE_SIZE && (
        <Group gap="xs" component="label" className={classes.rows}>
          <Text span size="sm" c="dimmed">
            Rows per page
          </Text>
          <NativeSelect
            size="xs"
            data={rowChoices.map(String)}
            value={String(perPage)}
            onChange={(event) => onPerPage(Number(event.currentTarget.value))}
          />
        </Group>
      )}
      <nav className={classes.pager} aria-label={label} data-type={type}>
        <UnstyledButton
          className={classes.link}
          aria-label="Previous page"
          disabled={disabled || page <= 1}
          onClick={step(page - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </UnstyledButton>
        {pageWindow(page, last, links).map((each) => (
          <UnstyledButton
            key={each}
            className={classes.link}
            aria-label={`Page ${each}`}
            disabled={disabled}
            onClick={() => go(each)}
            {...(each === page ? { 'aria-current': 'page' as const } : {})}
          >
            {each}
          </UnstyledButton>
        ))}
        <UnstyledButton
          className={classes.link}
          aria-label="Next page"
          disabled={disabled || page >= last}
          onClick={step(page + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </UnstyledButton>
      </nav>
    </Group>
  )
}
