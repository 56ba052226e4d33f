import type { Sort } from '../../ui/data-table/table-types.ts'
import { leave } from '../../ui/leave.ts'
import {
  readPage,
  readRows,
  readSearch,
  readSort,
  useAddress,
  writePage,
  writeRows,
  writeSort,
} from '../../ui/use-address.ts'

export type ListState = {
  search: string
  sort: Sort | undefined
  page: number
  perPage: number
  filters: readonly string[]
  card: string
  campaigns: string
  agency: string
}
type Changes = Partial<Record<'search' | 'filters' | 'card' | 'campaigns' | 'agency', string>>

const names = { search: 'q', filters: 'filter', card: 'card', campaigns: 'campaigns', agency: 'agency' } as const

/** What a list shows, kept in the address so that a link shows the same list. Every change but of the page begins anew. */
export function useListState() {
  const { read, put } = useAddress()
  const state: ListState = {
    search: readSearch(read('q')),
    sort: readSort(read('sort')),
    page: readPage(read('page')),
    perPage: readRows(read('rows')),
    filters: read('filter').split(',').filter(Boolean),
    card: read('card'),
    campaigns: read('campaigns'),
    agency: read('agency'),
  }
  return {
    state,
    setPage: (page: number, how?: 'same') => put({ page: writePage(page) }, how),
    setPerPage: (rows: number) => put({ rows: writeRows(rows), page: undefined }),
    setSort: (sort: Sort | undefined) => put({ sort: writeSort(sort), page: undefined }),
    /** Asks first where rows that may go are being edited. */
    change: (changes: Changes, how?: 'typing') =>
      leave('rows', () =>
        put(
          {
            ...Object.fromEntries(
              Object.entries(changes).map(([name, value]) => [names[name as keyof Changes], value]),
            ),
            page: undefined,
          },
          how,
        ),
      ),
  }
}
