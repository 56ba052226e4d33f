import { Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { dayIn } from '#shared/dates.ts'
import { MINUS } from '#shared/money/format.ts'
import { priceCurrency, readCentiCents } from '#shared/money/price-text.ts'
import { timeZone } from '../../api/address.ts'
import { messageOf } from '../../api/api-error.ts'
import { timeNow } from '../../api/server-time.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { lastDays } from '../../ui/days.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toCount } from '../../ui/format.ts'
import { ReportFile } from './report-file.tsx'

type Row = Output<'companies.report'>['data'][number]

/** More may have been given back on some days than was sold on them. */
const money = (text: string) =>
  `${text.startsWith('-') ? MINUS : ''}${priceCurrency(readCentiCents(text.replace('-', '')))}`

/** On the pages of leads they stand with the prices that they came with. */
const hint = 'Without what was given back on these days.'

const columns: Column<Row>[] = [
  { key: 'agency', label: 'Agency', card: 'title', render: (row) => row.companyName },
  { key: 'clients', label: 'Clients', numeric: true, render: (row) => toCount(row.clients) },
  { key: 'active', label: 'Active campaigns', numeric: true, render: (row) => toCount(row.activeCampaigns) },
  { key: 'leads', label: 'Leads', numeric: true, card: 'fact', render: (row) => toCount(row.leads) },
  { key: 'wholesale', label: 'Wholesale', hint, numeric: true, render: (row) => money(row.wholesale) },
  { key: 'retail', label: 'Retail', hint, numeric: true, card: 'fact', render: (row) => money(row.retail) },
  {
    key: 'payment',
    label: 'Payment',
    render: ({ paymentStatus: status }) => (
      <Badge size="sm" color={status ? 'red' : 'gray'}>
        {status ? 'Failed' : 'In order'}
      </Badge>
    ),
  },
]

type Props = { companyId: string; onClose: () => void }

/** What each agency has and made between two days, to look at and as a file. */
export default function AgenciesReport({ companyId, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const today = dayIn(timeZone(), timeNow())
  const [days, setDays] = useState(() => lastDays(30, today))
  const [page, setPage] = useState(1)
  const asked = { companyId, start: days.from, end: days.to }
  const list = useCall('companies.report', { ...asked, page: page }, { keep: true })
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Agencies report"
      size="80rem"
    >
      <Text size="sm" c="dimmed" mb="md">
        What each agency has, and the leads of the chosen days with what they were bought and sold for. Days are those
        of each campaign's time zone.
      </Text>
      <Group align="start" justify="space-between" gap="sm" mb="sm">
        <DateRange
          label="Days"
          today={today}
          maxDate={today}
          value={days}
          onChange={(range) => {
            setDays(range ?? lastDays(30, today))
            setPage(1)
          }}
        />
        <ReportFile
          key={`${days.from} ${days.to}`}
          days={asked}
          // Another range's rows may still stand here while this one's are on their way.
          found={list.data?.file?.filename.endsWith(`-${days.from}-${days.to}.csv`) ? list.data.file : undefined}
          disabled={list.error !== undefined || list.data?.total === 0}
        />
      </Group>
      <PagedTable
        label="Agencies report"
        columns={columns}
        list={list}
        page={page}
        onPage={setPage}
        pagesLabel="Pages of the report"
        keyOf={(row) => row.companyId}
        failed={{ title: 'The report could not be loaded', text: messageOf(list.error) }}
        empty={{ title: 'No agencies yet', text: 'Agencies that you add, and those that register, are listed here.' }}
      />
    </Dialog>
  )
}
