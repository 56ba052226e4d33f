import { useRef } from 'react'
import type { Selection } from './table-types.ts'

/** Ticks of rows where Shift reaches from the row that was ticked last to this one. */
export function useRangeChoice<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): Selection<Row> | undefined {
  const last = useRef<string>(undefined)
  if (!selection) return undefined
  return {
    ...selection,
    choose: (picked, isOn, isRange = false) => {
      const [row] = picked
      const isSingle = picked.length === 1 && row !== undefined
      const all = rows ?? []
      const from = all.findIndex((each) => keyOf(each) === last.current)
      const to = isSingle ? all.indexOf(row) : -1
      const range = isRange && from >= 0 && to >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : picked
      last.current = isSingle ? keyOf(row) : undefined
      selection.choose(range, isOn)
    },
  }
}
