import { useState } from 'react'
import type { Selection } from './table-types.ts'

/** Rows that are chosen, across pages; each as it stood when it was chosen, or when it was last seen. */
export function useSelection<Row>(seen: readonly Row[] | undefined, keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const selection: Selection<Row> = {
    isChosen: (row) => chosen.has(keyOf(row)),
    choose: (rows, isOn) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isOn) after.set(keyOf(row), row)
          else after.delete(keyOf(row))
        }
        return after
      }),
  }
  const fresh = new Map(seen?.map((row) => [keyOf(row), row]))
  const rows = [...chosen].map(([key, row]) => fresh.get(key) ?? row)
  return { selection, rows, clear: () => setChosen(new Map()) }
}
