import { Badge, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { Address } from '../../ui/address.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { Page } from '../../ui/page.tsx'
import { ClientCampaigns } from './client-campaigns.tsx'
import { ClientTable } from './client-table.tsx'
import { CompanyName } from './company-marks.tsx'
import type { CompanyRow } from './use-company-list.ts'

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
export default function ClientsPage({ tools }: { tools?: ReactNode }) {
  const me = useMe()
  const manage = (
    <Button component={Link} to={pathTo('clientManagement')} variant="default">
      Client Management
    </Button>
  )
  return (
    <Page
      title="Clients"
      description="Your clients, and the campaigns that run for each."
      action={
        <>
          {tools}
          {manage}
        </>
      }
    >
      <ClientTable
        keptAs="campaign clients"
        label="Clients"
        companyId={me.companyId}
        columns={columns}
        none={{ text: 'Clients are added in client management.', action: manage }}
        expand={{
          label: (row) => `Campaigns of ${row.companyName}`,
          render: (row) => <ClientCampaigns row={row} />,
        }}
      />
    </Page>
  )
}
