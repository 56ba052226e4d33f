import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { useCall } from '../../api/use-call.ts'
import { colourOf, type Tone } from '../../theme/tones.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DownloadButton, DownloadIcon } from '../../ui/download-button.tsx'
import { InvoiceDetails, type InvoiceRow, money, openPaper } from './invoice-details.tsx'

type Row = InvoiceRow

const states = {
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  open: { label: 'Under way', tone: 'info' },
  settled: { label: 'Settled', tone: 'default' },
  refunded: { label: 'Refunded', tone: 'default' },
  disputed: { label: 'Disputed', tone: 'danger' },
  void: { label: 'Not owed', tone: 'default' },
} as const satisfies Record<Row['status'], { label: string; tone: Tone }>

const columnsOf = (companyId: string): Column<Row>[] => [
  {
    key: 'number',
    label: 'Invoice',
    card: 'title',
    render: (row) => (
      <>
        {row.description}
        <Text size="xs" c="dimmed">
          <DateTime at={row.createdAt} /> · {row.invoiceNumber}
        </Text>
      </>
    ),
  },
  {
    key: 'campaign',
    label: 'Campaign',
    needsRoom: true,
    render: ({ campaigns, client }) => (
      <>
        <span dir="auto">{campaigns.map(({ name }) => name).join(', ')}</span>
        {client && client.id !== companyId && (
          <Text size="xs" c="dimmed" dir="auto">
            {client.name}
          </Text>
        )}
      </>
    ),
  },
  { key: 'amount', label: 'Amount', numeric: true, card: 'fact', render: (row) => money(row.total) },
  {
    key: 'status',
    label: 'Status',
    card: 'fact',
    render: ({ status, refunded }) => (
      <>
        <Badge size="sm" color={colourOf(states[status].tone)}>
          {status === 'paid' && refunded !== '' ? 'Partly refunded' : states[status].label}
        </Badge>
        {refunded !== '' && (
          <Text size="xs" c="dimmed">
            {money(refunded)} went back
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'pdf',
    label: 'PDF',
    card: 'fact',
    render: (row) => (
      <DownloadIcon
        label={`Download ${row.invoiceNumber} as PDF`}
        name={`${row.invoiceNumber}.pdf`}
        open={openPaper(companyId, row)}
      />
    ),
  },
]

/** A number in an address is what somebody typed: only one that could be an invoice's is asked for. */
const isNumber = (text: string | null): text is string => text !== null && /^INV-[0-9A-F]{10}$/.test(text)

type Props = {
  companyId: string
  /** The number of one invoice, which is shown alone and open. */
  asked?: string | null | undefined
  /** Shows the others too. */
  onAll?: () => void
  /** Where they are not all that a page shows. */
  title?: string | undefined
}

/** All that a company was asked to pay, to look at and as a file. */
export function Invoices({ companyId, asked = null, onAll, title }: Props) {
  const [page, setPage] = useState(1)
  const columns = useMemo(() => columnsOf(companyId), [companyId])
  const one = isNumber(asked) ? asked : undefined
  const list = useCall('payments.invoices', one ? { companyId, invoiceNumber: one } : { companyId, page }, {
    keep: true,
  })
  const openFile = async () => {
    const { file } = await send('payments.invoices', { companyId: companyId, format: 'csv' })
    if (!file) throw new Error('The invoices came without their file.')
    return fetchFile(file.url)
  }
  const first = list.data?.data[0]
  return (
    <Stack gap="sm">
      <Group justify={one || title ? 'space-between' : 'flex-end'} align="end">
        {title && (
          <Title order={2} size="h5">
            {title}
          </Title>
        )}
        {one && (
          <Button variant="default" onClick={onAll}>
            All invoices
          </Button>
        )}
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
        page={one ? 1 : page}
        onPage={setPage}
        pagesLabel="Pages of the invoices"
        keyOf={(row) => row.invoiceNumber}
        skeletonRows={one ? 1 : 6}
        expand={{
          render: (row) => <InvoiceDetails companyId={companyId} row={row} />,
          label: (row) => `Details of ${row.invoiceNumber}`,
          asked: one === undefined ? undefined : first,
        }}
        failed={{ title: 'The invoices could not be loaded', text: messageOf(list.error) }}
        empty={
          one
            ? { title: 'There is no such invoice', text: 'It may be of another company.' }
            : { title: 'No invoices yet', text: 'What is charged is listed here.' }
        }
      />
    </Stack>
  )
}
