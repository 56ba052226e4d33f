import { Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { lastDays } from '../../ui/days.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { money } from './invoice-details.tsx'

type Answer = Output<'payments.margins'>
type Row = Answer['total'] & { id: string; name: string }

const columns = (what: string, hasByHand: boolean, hasUnpaid: boolean): Column<Row>[] => [
  { key: 'name', label: what, card: 'title', render: ({ name }) => <span dir="auto">{name}</span> },
  { key: 'charged', label: 'Charged', numeric: true, card: 'fact', render: ({ charged }) => money(charged) },
  ...(hasUnpaid
    ? [{ key: 'unpaid', label: 'Not paid yet', numeric: true, render: ({ unpaid }: Row) => money(unpaid) }]
    : []),
  ...(hasByHand
    ? [{ key: 'byHand', label: 'Billed by hand', numeric: true, render: ({ byHand }: Row) => money(byHand) }]
    : []),
  { key: 'leads', label: 'Wholesale of leads', numeric: true, render: ({ leads }) => money(leads) },
  { key: 'fees', label: 'Fees', numeric: true, render: ({ fees }) => money(fees) },
  {
    key: 'margin',
    label: 'Margin',
    numeric: true,
    card: 'fact',
    render: ({ margin }) => (
      <Text component="span" size="sm" fw={600} c={margin.startsWith('-') ? 'red' : 'inherit'}>
        {money(margin)}
      </Text>
    ),
  },
]

const isSome = (amount: string) => Number(amount) !== 0

const month = (name: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${name}-01T00:00:00Z`),
  )
const rowsOf = ({ data, months }: Answer): Row[] =>
  months
    ? months.map((row) => ({ ...row, id: row.month, name: month(row.month) }))
    : data.map((row) => ({ ...row, id: row.campaignId, name: row.campaignName }))

const ofClient = {
  title: 'Margin per campaign',
  what: 'Campaign',
  all: 'All campaigns',
  text: 'What this client paid, less what its leads and fees cost you. Clients do not see this.',
  empty: 'No campaign of this client was billed in these days.',
  days: 30,
}
/** As operators read it, who pay none of it. */
const ofOthersClient = {
  ...ofClient,
  text: 'What this client paid, less what its leads and fees cost its agency. Clients do not see this.',
}
const ofAgency = {
  title: 'Your margin',
  what: 'Month',
  all: 'All months',
  text: 'What your clients paid, less what their leads and fees cost you. Payments count some minutes later. Clients do not see this.',
  empty: 'No campaign of your clients was billed in these days.',
  days: 90,
}

/** What each campaign of a client brought its agency in some days, or each month of an agency; to look at and as a file. */
export function Margins({ companyId, isAgency = false }: { companyId: string; isAgency?: boolean }) {
  const { isSystemUser } = useMe()
  const words = isAgency ? ofAgency : isSystemUser ? ofOthersClient : ofClient
  const today = dayIn(SYSTEM_ZONE, useNow())
  const [days, setDays] = useState(() => lastDays(words.days, today))
  const asked = { companyId, start: days.from, end: days.to }
  const { data, error, isValidating, reload } = useCall('payments.margins', asked, { keep: true })
  const rows = data && rowsOf(data)
  const hasByHand = data !== undefined && isSome(data.total.byHand)
  const hasUnpaid = data !== undefined && isSome(data.total.unpaid)
  const openFile = async () => {
    const { file } = await send('payments.margins', { ...asked, format: 'csv' })
    if (!file) throw new Error('The margins came without their file.')
    return fetchFile(file.url)
  }
  return (
    <Stack gap="sm" component="section" aria-label={words.title}>
      <div>
        <Title order={2} size="h5">
          {words.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.text}
          {hasByHand &&
            ` Leads that ${isSystemUser ? 'its agency’s' : 'your'} Data Wallet paid count with the next bill of their campaign.`}
        </Text>
      </div>
      <Group align="end" justify="space-between" gap="sm">
        <DateRange
          label="Days"
          today={today}
          maxDate={today}
          value={days}
          onChange={(range) => setDays(range ?? lastDays(words.days, today))}
        />
        <DownloadButton
          open={openFile}
          name={`margins-${days.from}-${days.to}.csv`}
          disabled={error !== undefined || rows?.length === 0}
        >
          Download as CSV
        </DownloadButton>
      </Group>
      <DataTable
        label={words.title}
        columns={columns(words.what, hasByHand, hasUnpaid)}
        rows={rows}
        keyOf={(row) => row.id}
        skeletonRows={2}
        refreshing={isValidating && data !== undefined}
        error={
          error === undefined
            ? undefined
            : { title: 'The margins could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{ title: 'Nothing was billed', text: words.empty }}
      />
      {data && rows && rows.length > 1 && (
        <Text size="sm" ta="right">
          {words.all}: charged {money(data.total.charged)}, margin <b>{money(data.total.margin)}</b>
        </Text>
      )}
    </Stack>
  )
}
