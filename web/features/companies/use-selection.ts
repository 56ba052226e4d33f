import { useState } from 'react'
import type { Selection } from '../../ui/data-table/table-types.ts'
import type { CompanyRow } from './use-company-list.ts'

/** Companies that are chosen, across pages; each as it stood when it was chosen, or when it was last seen. */
export function useSelection(seen: readonly CompanyRow[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CompanyRow>>(new Map())
  const selection: Selection<CompanyRow> = {
    isChosen: ({ companyId }) => chosen.has(companyId),
    choose: (rows, isOn) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isOn) after.set(row.companyId, row)
          else after.delete(row.companyId)
        }
        return after
      }),
  }
  const fresh = new Map(seen?.map((row) => [row.companyId, row]))
  const rows = [...chosen.values()].map((row) => fresh.get(row.companyId) ?? row)
  return { selection, rows, clear: () => setChosen(new Map()) }
}
