import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { CardList } from './card-list.tsx'
import { RowActions } from './row-actions.tsx'
import { TableGrid } from './table-grid.tsx'
import type { Column, Expansion, RowAction, Selection, Sort } from './table-types.ts'
import { useExpansion } from './use-expansion.ts'

export type DataTableProps<Row> = {
  /** What the list holds, for those who hear the page. */
  label: string
  columns: readonly Column<Row>[]
  /** Missing until the first answer. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** What a row is called in the names of its buttons. */
  nameOf?: (row: Row) => string
  /** A new answer is on its way while the old rows are still seen. */
  refreshing?: boolean
  error?: { title: string; text?: string; onRetry: () => void } | undefined
  empty: { title: string; text?: string; action?: ReactNode }
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Puts the actions after this column, under a head of their own, instead of at the end of the row. */
  actionsAfter?: { column: string; label: string }
  expand?: Expansion<Row>
  selection?: Selection<Row> | undefined
  /** What stands in the place of a row, such as a form that edits it. */
  instead?: (row: Row) => ReactNode
  /** Without a frame of its own, inside something that has one. */
  bare?: boolean
  skeletonRows?: number
}

const PHONE = '(max-width: 47.99em)'

/** A list: a table where there is room, cards on a phone, and something to look at while it loads, when it is empty, when it failed. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, empty } = props
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const expansion = useExpansion(props.expand, props.keyOf)
  const message = messageOf(rows, error, empty)
  const shape = { ...props, message, expansion }
  return phone ? <CardList {...shape} /> : <TableGrid {...withActionColumn(shape)} />
}

/** Actions in the midst of a row are a column like any other. */
function withActionColumn<Row>({ actionsAfter, actions, ...props }: ShapeProps<Row>): ShapeProps<Row> {
  if (!actionsAfter || !actions) return actions ? { ...props, actions } : props
  const at = props.columns.findIndex(({ key }) => key === actionsAfter.column) + 1
  const render = (row: Row) => <RowActions actions={actions(row)} of={props.nameOf?.(row) ?? ''} start />
  return { ...props, columns: props.columns.toSpliced(at, 0, { key: 'actions', label: actionsAfter.label, render }) }
}

function messageOf<Row>(
  rows: readonly Row[] | undefined,
  error: DataTableProps<Row>['error'],
  empty: DataTableProps<Row>['empty'],
) {
  if (rows === undefined && error) {
    return (
      <ErrorState title={error.title} onRetry={error.onRetry}>
        {error.text}
      </ErrorState>
    )
  }
  if (rows?.length === 0) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  return undefined
}

export type ShapeProps<Row> = DataTableProps<Row> & {
  /** Stands where the rows would be. */
  message: ReactNode
  expansion: ReturnType<typeof useExpansion<Row>>
}
