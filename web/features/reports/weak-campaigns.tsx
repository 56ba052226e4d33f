import { messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { toCount } from '../../ui/format.ts'

type Row = Output<'reports.underPerforming'>['data'][number]

const columns: Column<Row>[] = [
  {
    key: 'campaign',
    label: 'Campaign',
    width: 'wide',
    card: 'title',
    render: ({ campaignName }) => <span dir="auto">{campaignName}</span>,
  },
  {
    key: 'number',
    label: 'Number',
    under: 'campaign',
    needsRoom: true,
    render: ({ campaignNumber }) => campaignNumber,
  },
  {
    key: 'client',
    label: 'Client',
    width: 'medium',
    render: ({ companyName }) => <span dir="auto">{companyName}</span>,
  },
  { key: 'agency', label: 'Agency', width: 'medium', render: ({ agency }) => <span dir="auto">{agency}</span> },
  { key: 'leads', label: 'Leads in 7 days', numeric: true, card: 'fact', render: (row) => toCount(row.leadsLast7Days) },
  { key: 'least', label: 'At least', numeric: true, card: 'fact', render: (row) => toCount(row.minimumLeads) },
]

/** Campaigns that have run for a week and found less than they should, the weakest first. */
export function WeakCampaigns() {
  const { data, error, isValidating, reload } = useCall('reports.underPerforming', {})
  return (
    <DataTable
      label="Campaigns with too few leads"
      columns={columns}
      rows={data?.data}
      keyOf={({ campaignNumber }) => campaignNumber}
      skeletonRows={4}
      refreshing={isValidating && data !== undefined}
      error={
        error === undefined || data
          ? undefined
          : { title: 'The campaigns could not be loaded', text: messageOf(error), onRetry: () => void reload() }
      }
      empty={{
        title: 'Every campaign finds what it should',
        text: 'Campaigns are listed here that say how many leads a week they should find, and found fewer. They are looked at every morning.',
      }}
    />
  )
}
