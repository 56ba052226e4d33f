import { Button, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './bulk-bar.module.css'
import { toCount } from './format.ts'

type Props = {
  /** How many are chosen; with none of them nothing is seen. */
  count: number
  /** Names the bar: what is chosen. */
  label: string
  onClear: () => void
  /** What can be done to all that are chosen; each shows first what it will change. */
  children: ReactNode
}

/** The bar goes with the choice, and the focus to the last box that was ticked, or to the first one of all. */
export function focusChoice() {
  const ticked = document.querySelectorAll<HTMLElement>('[data-choice]:checked')
  const box = ticked[ticked.length - 1] ?? document.querySelector<HTMLElement>('[data-choice]')
  box?.focus()
}

/** Stands at the foot of the window over a list, and keeps its place below it, so that a tick moves nothing. */
export function BulkBar({ count, label, onClear, children }: Props) {
  return (
    <div className={classes.place}>
      <VisuallyHidden role="status">{count > 0 && `${label}: ${toCount(count)}`}</VisuallyHidden>
      {count > 0 && (
        <section className={classes.bar} data-surface="box" aria-label={label}>
          <Text size="sm" fw={500} className={classes.count}>
            {toCount(count)} chosen
          </Text>
          {children}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              focusChoice()
              onClear()
            }}
          >
            Clear
          </Button>
        </section>
      )}
    </div>
  )
}
