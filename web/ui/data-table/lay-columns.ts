import type { Column } from './table-types.ts'

/** A column of the table, with the one that stands below it in its cell. */
export type LaidColumn<Row> = Column<Row> & { second?: Column<Row> | undefined }

export type Room = 'little' | 'some' | 'much'

/** The columns as there is room for them: some go under others, some are left out. */
export function layColumns<Row>(columns: readonly Column<Row>[], room: Room): LaidColumn<Row>[] {
  const hasTop = ({ under }: Column<Row>) => columns.some(({ key }) => key === under)
  const lacksRoom = ({ needsRoom }: Column<Row>) =>
    needsRoom === 'much' ? room !== 'much' : needsRoom === true && room === 'little'
  const isUnder = (column: Column<Row>) => hasTop(column) && (!column.needsRoom || lacksRoom(column))
  const isLeftOut = ({ needsRoom }: Column<Row>) => Boolean(needsRoom) && room === 'little'
  return columns
    .filter((column) => !isUnder(column) && !isLeftOut(column))
    .map((column) => ({ ...column, second: columns.find((each) => each.under === column.key && isUnder(each)) }))
}

/** What a table is given, with its columns laid out. */
export type WithLaid<Props, Row> = Omit<Props, 'columns'> & { columns: readonly LaidColumn<Row>[] }
