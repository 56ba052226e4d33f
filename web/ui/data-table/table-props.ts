import type { ReactNode } from 'react'
import type { DrawingName } from '../drawing.tsx'
import type { Column, Expansion, RowAction, Selection, Sort } from './table-types.ts'
import type { useExpansion } from './use-expansion.ts'

export type DataTableProps<Row> = {
  /** What the list holds, for those who hear the page. */
  label: string
  columns: readonly Column<Row>[]
  /** The keys of columns that the person has hidden. */
  hidden?: readonly string[]
  /** Missing until the first answer. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** What a row is called in the names of its buttons. */
  nameOf?: (row: Row) => string
  /** A new answer is on its way while the old rows are still seen. */
  refreshing?: boolean
  error?: { title: string; text?: string; onRetry: () => void } | undefined
  /** `onClear` where rows are only not found: it takes back what was searched for and filtered. */
  empty: { title: string; text?: string; action?: ReactNode; onClear?: () => void; drawing?: DrawingName }
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  actions?: (row: Row) => readonly RowAction[]
  /** Puts the actions after this column, under a head of their own, instead of at the end of the row. */
  actionsAfter?: { column: string; label: string }
  expand?: Expansion<Row>
  selection?: Selection<Row> | undefined
  /** What stands in the place of a row, such as a form that edits it. */
  instead?: (row: Row) => ReactNode
  /** Right under a row: what is to be said of it just now, such as why something was refused. */
  note?: (row: Row) => ReactNode
  /** Without a frame of its own, inside something that has one. */
  bare?: boolean
  skeletonRows?: number
  /** Few and short columns stay a table on a phone: a card for each row would be a long way to what compares them. */
  isShort?: boolean
}

/** What its two shapes are given, the table and the cards. */
export type ShapeProps<Row> = DataTableProps<Row> & {
  /** Stands where the rows would be. */
  message: ReactNode
  expansion: ReturnType<typeof useExpansion<Row>>
}
