import { type ProductLine, productLines } from '#shared/model/company.ts'
import type { Input } from '../../api/terms.ts'
import type { Sort } from '../../ui/data-table/table-types.ts'
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

const sorts: readonly Input<'campaigns.list'>['sort'][] = [
  'created',
  'name',
  'company',
  'status',
  'leadsToday',
  'leadsTotal',
  'lastLead',
]
export const states = ['active', 'scheduled', 'paused', 'stopped', 'archived', 'removed'] as const
export type StateFilter = (typeof states)[number]

export type ListState = {
  search: string
  sort: Sort | undefined
  page: number
  perPage: number
  status: StateFilter | ''
  group: string
  client: string
  line: ProductLine | undefined
}
export type Filters = Partial<Record<'search' | 'status' | 'group' | 'client' | 'line', string>>

const names = { search: 'q', status: 'status', group: 'group', client: 'client', line: 'product' } as const

/**
 * What a list of campaigns shows, kept in the address so that a link shows the same list. Every change but of the page
 * begins anew. Beside other lists on one page it has names of its own, which begin with `prefix`.
 */
export function useListState(prefix = '') {
  const { read, put } = useAddress()
  const own = (changes: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(changes).map(([name, value]) => [`${prefix}${name}`, value]))
  const text = (name: string) => read(`${prefix}${name}`)
  const sort = readSort(text('sort'))
  const state: ListState = {
    search: readSearch(text('q')),
    // What no list knows, such as an address that was typed, is left out.
    sort: sorts.some((each) => each === sort?.key) ? sort : undefined,
    page: readPage(text('page')),
    perPage: readRows(text('rows')),
    status: states.find((each) => each === text('status')) ?? '',
    group: text('group'),
    client: text('client'),
    line: productLines.find((each) => each === text('product')),
  }
  return {
    state,
    setPage: (page: number, how?: 'same') => put(own({ page: writePage(page) }), how),
    setPerPage: (rows: number) => put(own({ rows: writeRows(rows), page: undefined })),
    setSort: (to: Sort | undefined) => put(own({ sort: writeSort(to), page: undefined })),
    change: (changes: Filters, how?: 'typing') =>
      put(
        own({
          ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [names[name as keyof Filters], value])),
          page: undefined,
        }),
        how,
      ),
  }
}
