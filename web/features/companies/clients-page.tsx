import { Badge, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Address } from '../../ui/address.tsx'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ClientCampaigns } from './client-campaigns.tsx'
import { CompanyName } from './company-marks.tsx'
import { type CompanyRow, useCompanyList } from './use-company-list.ts'
import { useListState } from './use-list-state.ts'

const GroupsDialog = lazy(() => import('./groups-dialog.tsx'))

const states = {
  active: { colour: 'green', label: 'Running' },
  inactive: { colour: 'yellow', label: 'Not running' },
  none: { colour: 'gray', label: 'No campaign' },
} as const

const columns: Column<CompanyRow>[] = [
  {
    key: 'companyName',
    label: 'Company',
    sortable: true,
    card: 'title',
    width: 'wide',
    render: (row) => <CompanyName row={row} />,
  },
  {
    key: 'email',
    label: 'E-mail',
    sortable: true,
    under: 'companyName',
    render: (row) => <Address {...row} />,
  },
  { key: 'fullName', label: 'Full name', sortable: true, width: 'medium', render: ({ name }) => name },
  {
    key: 'campaigns',
    label: 'Campaigns',
    card: 'fact',
    render: ({ campaignStatus }) => (
      <Badge size="sm" color={states[campaignStatus].colour}>
        {states[campaignStatus].label}
      </Badge>
    ),
  },
  {
    key: 'active',
    label: 'Active campaigns',
    numeric: true,
    card: 'fact',
    render: ({ activeCampaigns }) => activeCampaigns,
  },
]

/** The clients of an agency with what runs for each. They are made and edited in client management. */
export default function ClientsPage() {
  const me = useMe()
  const mayGroup = useMay()('group:read', 'GET')
  const { state, setPage, setPerPage, setSort, change } = useListState()
  const { page, perPage, search, sort } = state
  const kept = useKeptList('campaign clients')
  const list = useCompanyList({
    companyId: me.companyId,
    page,
    perPage,
    search,
    sort,
  })
  const [isGrouping, setGrouping] = useState(false)
  const manage = (
    <Button component={Link} to={pathTo('clientManagement')} variant="default">
      Client Management
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Clients"
        description="Your clients, and the campaigns that run for each."
        action={
          <>
            {mayGroup && (
              <Button variant="default" onClick={() => setGrouping(true)}>
                Groups
              </Button>
            )}
            {manage}
          </>
        }
      />
      <FilterBar
        tools={<ListTools columns={columns} kept={kept} />}
        search={{
          value: search,
          onChange: (text) => change({ search: text }, 'typing'),
          label: 'Search clients',
          placeholder: 'Company, name or e-mail',
        }}
      />
      <PagedTable
        label="Clients"
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
            : { title: 'No clients yet', text: 'Clients are added in client management.', action: manage }
        }
        expand={{
          label: (row) => `Campaigns of ${row.companyName}`,
          render: (row) => <ClientCampaigns row={row} />,
        }}
      />
      <Suspense fallback={null}>{isGrouping && <GroupsDialog onClose={() => setGrouping(false)} />}</Suspense>
    </>
  )
}
