import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import classes from './data-table.module.css'
import { RowChoice } from './row-choice.tsx'
import type { ShapeProps } from './table-props.ts'
import { type Column, nextSort, type Sort } from './table-types.ts'

const spoken = { asc: 'ascending', desc: 'descending' } as const
const marks = { asc: IconArrowUp, desc: IconArrowDown } as const

type HeadCellProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { key, label, numeric, sortable } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const Mark = direction ? marks[direction] : IconArrowsSort
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      data-width={column.width}
      data-needs-room={column.needsRoom || undefined}
      {...(sortable ? { 'aria-sort': direction ? spoken[direction] : ('none' as const) } : {})}
    >
      {sortable && onSort ? (
        <UnstyledButton className={classes.sort} data-sorted={direction} onClick={() => onSort(nextSort(sort, key))}>
          {label}
          <Mark className={classes.mark} size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        label
      )}
    </th>
  )
}

export function TableHead<Row>({ columns, sort, onSort, actions, expand, selection, rows = [] }: ShapeProps<Row>) {
  return (
    <thead>
      <tr>
        {(expand || selection) && (
          <th scope="col" data-toggle>
            <div className={classes.lead} data-both={(expand && selection && true) || undefined}>
              {selection && <RowChoice selection={selection} rows={rows} label="Select all on this page" />}
              {expand && <VisuallyHidden>Open</VisuallyHidden>}
            </div>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions && (
          <th scope="col" data-actions>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}
