import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column, Expansion } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { type CompanyRow, searchHint, useCompanyList } from './use-company-list.ts'
import { useListState } from './use-list-state.ts'

type Props = {
  /** Under which each person's columns and views of this list are kept. */
  keptAs: string
  label: string
  companyId: string
  columns: Column<CompanyRow>[]
  /** What is said where there are none at all. */
  none: { text: string; action?: ReactNode }
  expand?: Expansion<CompanyRow>
}

/** The clients of one agency, each leading to its own page. What is shown stands in the address. */
export function ClientTable({ keptAs, label, companyId, columns, none, expand }: Props) {
  const { state, setPage, setPerPage, setSort, change } = useListState()
  const { page, perPage, search, sort } = state
  const kept = useKeptList(keptAs)
  const list = useCompanyList({ companyId, page, perPage, search, sort })
  return (
    <>
      <FilterBar
        tools={<ListTools columns={columns} kept={kept} />}
        search={{
          value: search,
          onChange: (text) => change({ search: text }, 'typing'),
          label: 'Search clients',
          placeholder: 'Company, name or e-mail',
          hint: searchHint(list.data),
        }}
      />
      <PagedTable
        label={label}
        columns={columns}
        list={list}
        page={page}
        onPage={setPage}
        hidden={kept.hidden}
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
            : { title: 'No clients yet', ...none }
        }
        {...(expand && { expand })}
      />
    </>
  )
}
