import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import { administratorColumns } from './staff-columns.tsx'
import { useUnlock } from './use-unlock.tsx'

/** The people who run an agency, for those above it. They are kept by the agency itself. */
export function StaffOf({ company }: { company: { companyId: string; companyName: string } }) {
  const [page, setPage] = useState(1)
  const list = useCall('staff.list', { companyId: company.companyId, search: '', page }, { keep: true })
  const { actionsOfPerson } = useUnlock()
  return (
    <PagedTable
      label={`People of ${company.companyName}`}
      columns={administratorColumns}
      list={list}
      page={page}
      onPage={setPage}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      actions={actionsOfPerson}
      failed={{ title: 'The people could not be loaded', text: messageOf(list.error) }}
      empty={{ title: 'Nobody yet', text: 'The people who run this agency are listed here.' }}
    />
  )
}
