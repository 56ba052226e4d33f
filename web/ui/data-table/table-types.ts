import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  label: string
  /** What the words of its head mean, for those who point at them. */
  hint?: string
  render: (row: Row) => ReactNode
  /** Right-aligned, with figures that stand under one another. */
  numeric?: boolean
  sortable?: boolean
  /** A text that gives way: its column takes its part of the width and no more, however long the text is. `short` is as wide as it is long. */
  width?: 'wide' | 'medium' | 'narrow' | 'short'
  /** Left out of a table that has little room; `much` is more than most screens have. */
  needsRoom?: boolean | 'much'
  /** Has no column of its own but stands below this one, in its cell; with `needsRoom` only where there is less of it. */
  under?: string
  /** What stands there then, where it is not what its own column would show. */
  below?: (row: Row) => ReactNode
  /** What a phone's card shows: one title and the two facts that matter. Other columns stay on wide screens. */
  card?: 'title' | 'fact'
}

export type RowAction = {
  key: string
  label: string
  icon: ReactNode
  onClick: () => void
  danger?: boolean
  disabled?: boolean
  /** Why it may not be done: it stays where it is, can be reached, and says so instead of acting. */
  why?: string | undefined
}

/** What belongs under a row. */
export type Expansion<Row> = {
  render: (row: Row) => ReactNode
  /** Says what opens, for those who hear the page. */
  label: (row: Row) => string
  can?: (row: Row) => boolean
  /** Fetches it. While it runs the row opens with what `render` shows meanwhile; a failure closes the row again. */
  onOpen?: (row: Row) => Promise<void>
  /** A row that is to open because something else asked for it; another object asks again. */
  asked?: Row | undefined
}

/** Rows that are chosen for something that is done to many at once. */
export type Selection<Row> = {
  isChosen: (row: Row) => boolean
  /** `isRange` asks for the rows between the last one and this one too; the table resolves it to those rows. */
  choose: (rows: readonly Row[], isOn: boolean, isRange?: boolean) => void
}

export type Sort = { key: string; direction: 'asc' | 'desc' }

/** Ascending, descending, none, and round again; another column begins anew. */
export function nextSort(sort: Sort | undefined, key: string): Sort | undefined {
  if (sort?.key !== key) return { key, direction: 'asc' }
  return sort.direction === 'asc' ? { key, direction: 'desc' } : undefined
}

/** Two actions stay in view, the rest goes into the menu; what destroys comes last. */
export function splitActions(actions: readonly RowAction[]): { inView: RowAction[]; inMenu: RowAction[] } {
  const ordered = [...actions.filter((each) => !each.danger), ...actions.filter((each) => each.danger)]
  return { inView: ordered.slice(0, 2), inMenu: ordered.slice(2) }
}
