import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { Hint } from '../hint.tsx'
import classes from './data-table.module.css'
import type { LaidColumn, WithLaid } from './lay-columns.ts'
import { RowChoice } from './row-choice.tsx'
import type { ShapeProps } from './table-props.ts'
import { type Column, nextSort, type Sort } from './table-types.ts'

const spoken = { asc: 'ascending', desc: 'descending' } as const
const marks = { asc: IconArrowUp, desc: IconArrowDown } as const

type Sorting = { sort: Sort | undefined; onSort: ((sort: Sort | undefined) => void) | undefined }

/** `isOfTwo` says which of the two in a head it is that sorts. */
function HeadName<Row>({ column, sort, onSort, isOfTwo }: Sorting & { column: Column<Row>; isOfTwo: boolean }) {
  const { key, label, sortable, hint } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const Mark = direction ? marks[direction] : IconArrowsSort
  if (!sortable || !onSort) return hint ? <Hint text={hint}>{label}</Hint> : <span>{label}</span>
  const button = (
    <UnstyledButton
      className={classes.sort}
      data-sorted={direction}
      {...(isOfTwo && { 'aria-pressed': direction !== undefined })}
      onClick={() => onSort(nextSort(sort, key))}
    >
      {label}
      <Mark className={classes.mark} size={14} aria-hidden />
    </UnstyledButton>
  )
  return hint ? (
    <Tooltip label={hint} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

function HeadCell<Row>({ column, ...sorting }: Sorting & { column: LaidColumn<Row> }) {
  const { second } = column
  const names = second ? [column, second] : [column]
  const isSortable = names.some(({ sortable }) => sortable)
  const { sort } = sorting
  const direction = names.some(({ key }) => key === sort?.key) ? sort?.direction : undefined
  return (
    <th
      scope="col"
      data-numeric={column.numeric || undefined}
      data-width={column.width}
      {...(isSortable ? { 'aria-sort': direction ? spoken[direction] : ('none' as const) } : {})}
    >
      <div className={classes.heads}>
        <HeadName column={column} isOfTwo={second !== undefined} {...sorting} />
        {second && (
          <>
            <span aria-hidden>/</span>
            <HeadName column={second} isOfTwo {...sorting} />
          </>
        )}
      </div>
    </th>
  )
}

export function TableHead<Row>(props: WithLaid<ShapeProps<Row>, Row>) {
  const { columns, sort, onSort, actions, expand, selection, rows = [] } = props
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
