import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { Page } from '../../ui/page.tsx'
import { readPage, readRows, readSearch, useAddress, writePage, writeRows } from '../../ui/use-address.ts'
import { useStaffActions } from './use-staff-actions.tsx'
import type { StaffRow, Subject } from './use-staff-form.ts'

const StaffForm = lazy(() => import('./staff-form.tsx'))

type Answer = Output<'staff.list'>
export type Asked = { search: string; page: number }
type List = {
  data: Answer | undefined
  error: unknown
  isValidating: boolean
  isLoading: boolean
  reload: () => unknown
}

/** What the address says of the list, so that a link shows the same. */
export function useStaffState() {
  const { read, put } = useAddress()
  return {
    search: readSearch(read('q')),
    page: readPage(read('page')),
    perPage: readRows(read('rows')),
    setSearch: (q: string) => put({ q, page: '' }, 'typing'),
    setPage: (next: number, how?: 'same') => put({ page: writePage(next) }, how),
    setPerPage: (rows: number) => put({ rows: writeRows(rows), page: '' }),
  }
}

type Props = {
  title: string
  description: string
  label: string
  addLabel: string
  nobody: string
  columns: Column<StaffRow>[]
  subject: Subject
  list: List
  state: ReturnType<typeof useStaffState>
  links?: ReactNode
  moreActions?: (row: StaffRow) => RowAction[]
}

/** A list of a company's own people, with the panel that invites and edits them. */
export function StaffList(props: Props) {
  const { title, description, label, addLabel, nobody, columns, subject, list, state, links, moreActions } = props
  const { reload } = list
  const { page, perPage, search, setPage, setPerPage, setSearch } = state
  const may = useMay()
  const kept = useKeptList(label)
  const [editing, setEditing] = useState<Subject | null>(null)
  const actionsOf = useStaffActions({
    onEdit: (row) => setEditing({ ...subject, row }),
    onChanged: () => void reload(),
    more: moreActions,
  })
  const add = may('client:create', 'POST') && <Button onClick={() => setEditing(subject)}>{addLabel}</Button>
  return (
    <Page
      title={title}
      description={description}
      action={
        <>
          {links}
          {add}
        </>
      }
    >
      <FilterBar
        tools={<ListTools columns={columns} kept={kept} />}
        search={{
          value: search,
          onChange: setSearch,
          label: `Search ${label.toLowerCase()}`,
          placeholder: 'Name or e-mail',
        }}
      />
      <PagedTable
        label={label}
        columns={columns}
        list={list}
        page={page}
        onPage={setPage}
        perPage={perPage}
        onPerPage={setPerPage}
        hidden={kept.hidden}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        actions={actionsOf}
        failed={{ title: 'The list could not be loaded', text: messageOf(list.error) }}
        empty={
          search
            ? { title: 'Nobody matches', text: 'Try other words, or clear the search.', onClear: () => setSearch('') }
            : { title: nobody, text: 'People whom you invite are listed here.', action: add }
        }
      />
      <Suspense fallback={null}>
        {editing && <StaffForm subject={editing} onClose={() => setEditing(null)} onSaved={() => void reload()} />}
      </Suspense>
    </Page>
  )
}
