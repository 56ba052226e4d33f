import { Checkbox } from '@mantine/core'
import type { Selection } from './table-types.ts'

type Props<Row> = { selection: Selection<Row>; rows: readonly Row[]; label: string }

/** Chooses a row, or with several all of them at once. */
export function RowChoice<Row>({ selection, rows, label }: Props<Row>) {
  const chosen = rows.filter(selection.isChosen).length
  const isAll = rows.length > 0 && chosen === rows.length
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      disabled={rows.length === 0}
      onChange={() => selection.choose(rows, !isAll)}
    />
  )
}
