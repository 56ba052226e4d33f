import { useSearchParams } from 'react-router-dom'
import type { Sort } from '../../ui/data-table/table-types.ts'

export type ListState = {
  search: string
  sort: Sort | undefined
  page: number
  filters: readonly string[]
  card: string
  campaigns: string
  agency: string
}
type Changes = Partial<Record<'search' | 'filters' | 'card' | 'campaigns' | 'agency', string>>

const names = { search: 'q', filters: 'filter', card: 'card', campaigns: 'campaigns', agency: 'agency' } as const

const readSort = (text: string | null): Sort | undefined =>
  text ? { key: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' } : undefined

/** What a list shows, kept in the address so that a link shows the same list. Every change but of the page begins anew. */
export function useListState() {
  const [address, setAddress] = useSearchParams()
  const put = (changes: Record<string, string | undefined>) =>
    setAddress(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace: true },
    )
  const state: ListState = {
    search: address.get('q') ?? '',
    sort: readSort(address.get('sort')),
    page: Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1),
    filters: (address.get('filter') ?? '').split(',').filter(Boolean),
    card: address.get('card') ?? '',
    campaigns: address.get('campaigns') ?? '',
    agency: address.get('agency') ?? '',
  }
  return {
    state,
    setPage: (page: number) => put({ page: page > 1 ? String(page) : undefined }),
    setSort: (sort: Sort | undefined) =>
      put({ sort: sort && `${sort.direction === 'desc' ? '-' : ''}${sort.key}`, page: undefined }),
    change: (changes: Changes) =>
      put({
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [names[name as keyof Changes], value])),
        page: undefined,
      }),
  }
}
