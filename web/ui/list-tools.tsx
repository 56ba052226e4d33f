import { ColumnMenu } from './data-table/column-menu.tsx'
import type { Column } from './data-table/table-types.ts'
import { SavedViews } from './saved-views.tsx'

type View = { name: string; address: string }
type Props<Row> = {
  columns: readonly Column<Row>[]
  /** How the person has set up this list. */
  kept: {
    hidden: readonly string[]
    views: readonly View[]
    mayAdd: boolean
    hide: (columns: readonly string[]) => void
    save: (view: View) => void
    remove: (name: string) => void
  }
}

/** Beside the filters of a list: what it shows, and views with a name. */
export function ListTools<Row>({ columns, kept }: Props<Row>) {
  return (
    <>
      <SavedViews views={kept.views} mayAdd={kept.mayAdd} onSave={kept.save} onRemove={kept.remove} />
      <ColumnMenu columns={columns} hidden={kept.hidden} onHide={kept.hide} />
    </>
  )
}
