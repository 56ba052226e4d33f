import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import type { Selection } from './table-types.ts'

type Props<Row> = { selection: Selection<Row>; rows: readonly Row[]; label: string }

/** Chooses a row, or with several all of them at once; with Shift, also those between it and the last one. */
export function RowChoice<Row>({ selection, rows, label }: Props<Row>) {
  const chosen = rows.filter(selection.isChosen).length
  const isAll = rows.length > 0 && chosen === rows.length
  const isShift = useRef(false)
  return (
    <Checkbox
      size="xs"
      data-choice
      aria-label={label}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      disabled={rows.length === 0}
      // Not every browser tells the click that comes of a key which other keys were held.
      onKeyDown={(event) => {
        isShift.current = event.shiftKey
      }}
      onClick={(event) => {
        isShift.current = event.shiftKey || (event.detail === 0 && isShift.current)
      }}
      onChange={() => {
        selection.choose(rows, !isAll, isShift.current)
        isShift.current = false
      }}
    />
  )
}
