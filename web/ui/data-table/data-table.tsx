import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { leave } from '../leave.ts'
import { CardList } from './card-list.tsx'
import { RowActions } from './row-actions.tsx'
import { TableGrid } from './table-grid.tsx'
import type { DataTableProps, ShapeProps } from './table-props.ts'
import type { Sort } from './table-types.ts'
import { useExpansion } from './use-expansion.ts'
import { useRangeChoice } from './use-range-choice.ts'

const PHONE = '(max-width: 47.99em)'

/** A list: a table where there is room, cards on a phone, and something to look at while it loads, when it is empty, when it failed. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, empty, onSort } = props
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const expansion = useExpansion(props.expand, props.keyOf)
  const selection = useRangeChoice(props.selection, rows, props.keyOf)
  const message = messageOf(rows, error, empty, props.bare ?? false)
  // In another order a row that is being edited may be gone.
  const sorts = onSort && { onSort: (sort: Sort | undefined) => leave('rows', () => onSort(sort)) }
  const shape = { ...props, ...sorts, selection, message, expansion }
  return phone && !props.isShort ? <CardList {...shape} /> : <TableGrid {...withoutHidden(withActionColumn(shape))} />
}

/** Actions in the midst of a row are a column like any other. */
function withActionColumn<Row>({ actionsAfter, actions, ...props }: ShapeProps<Row>): ShapeProps<Row> {
  if (!actionsAfter || !actions) return actions ? { ...props, actions } : props
  const at = props.columns.findIndex(({ key }) => key === actionsAfter.column) + 1
  const render = (row: Row) => <RowActions actions={actions(row)} of={props.nameOf?.(row) ?? ''} start />
  return { ...props, columns: props.columns.toSpliced(at, 0, { key: 'actions', label: actionsAfter.label, render }) }
}

/** With the filters the button goes, so the list takes the focus. */
function ClearFilters({ onClear }: { onClear: () => void }) {
  const clear = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const list = currentTarget.closest('section')
    if (list && !list.hasAttribute('tabindex')) list.tabIndex = -1
    list?.focus()
    onClear()
  }
  return (
    <Button variant="default" onClick={clear}>
      Clear filters
    </Button>
  )
}

function withoutHidden<Row>(props: ShapeProps<Row>): ShapeProps<Row> {
  const { columns, hidden = [] } = props
  return { ...props, columns: columns.filter(({ key, card }) => card === 'title' || !hidden.includes(key)) }
}

function messageOf<Row>(
  rows: readonly Row[] | undefined,
  error: DataTableProps<Row>['error'],
  empty: DataTableProps<Row>['empty'],
  isBare: boolean,
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
      <EmptyState
        title={empty.title}
        action={empty.onClear ? <ClearFilters onClear={empty.onClear} /> : empty.action}
        {...(!isBare && { drawing: empty.drawing ?? (empty.onClear ? 'search' : 'list') })}
      >
        {empty.text}
      </EmptyState>
    )
  }
  return undefined
}
