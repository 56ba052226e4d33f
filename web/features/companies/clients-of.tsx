import { messageOf } from '../../api/api-error.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { clientColumns } from './company-columns.tsx'
import { type CompanyRow, useCompanyList } from './use-company-list.ts'
import { useListState } from './use-list-state.ts'

/** The clients of one agency, each leading to its own page. */
export function ClientsOf({ agency }: { agency: CompanyRow }) {
  const { state, setPage, setPerPage, setSort, change } = useListState()
  const { page, perPage, search, sort } = state
  const list = useCompanyList({ companyId: agency.companyId, page, perPage, search, sort })
  return (
    <>
      <FilterBar
        search={{
          value: search,
          onChange: (text) => change({ search: text }, 'typing'),
          label: 'Search clients',
          placeholder: 'Company, name or e-mail',
        }}
      />
      <PagedTable
        label={`Clients of ${agency.companyName}`}
        columns={clientColumns}
        list={list}
        page={page}
        onPage={setPage}
        perPage={perPage}
        onPerPage={setPerPage}
        keyOf={(row) => row.id}
        nameOf={(row) => row.companyName}
        sort={sort}
        onSort={setSort}
        failed={{ title: 'The clients could not be loaded', text: messageOf(list.error) }}
        empty={
          search
            ? { title: 'No client matches', text: 'Try other words.', onClear: () => change({ search: '' }) }
            : { title: 'No clients yet', text: 'Clients that the agency adds are listed here.' }
        }
      />
    </>
  )
}
