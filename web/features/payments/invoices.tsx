import { Badge, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { dayIn } from '#shared/dates.ts'
import { paidWithName } from '#shared/model/card-name.ts'
import { parseCents, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { timeZone } from '../../api/address.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { fetchPaper } from '../../api/papers.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { colourOf, type Tone } from '../../theme/tones.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DownloadButton, DownloadIcon } from '../../ui/download-button.tsx'
import { exactTime } from '../../ui/time-ago.ts'

type Row = Output<'payments.invoices'>['data'][number]

const states = {
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  open: { label: 'Under way', tone: 'info' },
  settled: { label: 'Settled', tone: 'default' },
  refunded: { label: 'Refunded', tone: 'default' },
  disputed: { label: 'Disputed', tone: 'danger' },
  void: { label: 'Not owed', tone: 'default' },
} as const satisfies Record<Row['status'], { label: string; tone: Tone }>

const disputeWords = {
  inquiry: 'A bank asks about it.',
  open: 'Disputed: its bank took it back and has not decided yet.',
  won: 'It was disputed, and stands.',
  lost: 'Disputed: its bank took it back.',
  dropped: 'A bank asked about it, and let it be.',
} as const satisfies Record<NonNullable<Row['dispute']>['state'], string>

/** Dollars as the server writes them: what is taken off comes with a minus before it. */
const money = (text: string) => {
  const size = parseCents(text.replace(/^-/, '')) ?? ZERO
  return toCurrency(text.startsWith('-') ? -size : size)
}

const openPaper =
  (companyId: string, { number }: Pick<Row, 'number'>) =>
  () =>
    fetchPaper(() => send('payments.invoiceFile', { companyId, number }))

const columnsOf = (companyId: string): Column<Row>[] => [
  {
    key: 'number',
    label: 'Invoice',
    card: 'title',
    render: (row) => (
      <>
        {row.description}
        <Text size="xs" c="dimmed">
          {dayIn(timeZone(), row.createdAt)} · {row.number}
        </Text>
      </>
    ),
  },
  { key: 'amount', label: 'Amount', numeric: true, card: 'fact', render: (row) => money(row.amount) },
  {
    key: 'status',
    label: 'Status',
    card: 'fact',
    render: ({ status }) => (
      <Badge size="sm" color={colourOf(states[status].tone)}>
        {states[status].label}
      </Badge>
    ),
  },
  {
    key: 'pdf',
    label: 'PDF',
    card: 'fact',
    render: ({ number }) => (
      <DownloadIcon
        label={`Download ${number} as PDF`}
        name={`${number}.pdf`}
        open={openPaper(companyId, { number })}
      />
    ),
  },
]

/** What an invoice is made of, and what became of it. A phone's card has no room for its file: it is here. */
function Details({ companyId, row }: { companyId: string; row: Row }) {
  return (
    <Stack gap="xs">
      {row.lines.map((line) => (
        <Group key={line.label} justify="space-between" gap="sm" wrap="nowrap">
          <Text size="sm">{line.label}</Text>
          <Text size="sm">{money(line.amount)}</Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {row.attempts === 1 ? 'Tried once.' : `Tried ${row.attempts} times.`}
        {row.paidWith && ` Paid with ${paidWithName(row.paidWith)}.`}
        {row.status === 'settled' && ' Paid outside the platform.'}
        {row.refunded && ` ${money(row.refunded)} went back to the card.`}
        {row.dispute && ` ${disputeWords[row.dispute.state]} ${row.dispute.reason}`}
        {row.reason && ` ${row.reason}`}
        {row.nextTryAt !== null && ` Tried again ${exactTime(row.nextTryAt, timeZone())}.`}
      </Text>
      <DownloadButton open={openPaper(companyId, row)} name={`${row.number}.pdf`} size="compact-sm" w="fit-content">
        Download PDF
      </DownloadButton>
    </Stack>
  )
}

/** All that a company was asked to pay, to look at and as a file. */
export function Invoices({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1)
  const columns = useMemo(() => columnsOf(companyId), [companyId])
  const asked = { companyId: companyId, page }
  const list = useCall('payments.invoices', asked, { keep: true })
  const openFile = async () => {
    const { file } = await send('payments.invoices', { companyId: companyId, format: 'csv' })
    if (!file) throw new Error('The invoices came without their file.')
    return fetchFile(file.url)
  }
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <DownloadButton
          open={openFile}
          name="invoices.csv"
          disabled={list.error !== undefined || list.data?.total === 0}
        >
          Download all as CSV
        </DownloadButton>
      </Group>
      <PagedTable
        label="Invoices"
        columns={columns}
        list={list}
        page={page}
        onPage={setPage}
        pagesLabel="Pages of the invoices"
        keyOf={(row) => row.number}
        skeletonRows={6}
        expand={{
          render: (row) => <Details companyId={companyId} row={row} />,
          label: (row) => `Details of ${row.number}`,
        }}
        failed={{ title: 'The invoices could not be loaded', text: messageOf(list.error) }}
        empty={{ title: 'No invoices yet', text: 'What your company is charged for is listed here.' }}
      />
    </>
  )
}
