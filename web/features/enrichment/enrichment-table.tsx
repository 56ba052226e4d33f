import { Anchor, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFileOff from '@tabler/icons-react/dist/esm/icons/IconFileOff.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { toCurrency } from '#shared/money/format.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import type { Tone } from '../../theme/tones.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { downloadFile } from '../../ui/download-button.tsx'
import { toCount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'

export type Job = Output<'enrichment.list'>['data'][number]

const states = {
  waiting: { label: 'Waiting', tone: 'info' },
  ready: { label: 'To be confirmed', tone: 'warning' },
  processing: { label: 'Processing', tone: 'info' },
  unpaid: { label: 'Waiting for payment', tone: 'danger' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  ended: { label: 'Ended', tone: 'default' },
} as const satisfies Record<Job['status'], { label: string; tone: Tone }>

const records = ({ accepted }: Job) => `${toCount(accepted)} ${accepted === 1 ? 'record' : 'records'}`
const leftOut = ({ rejected, duplicates }: Job) => rejected + duplicates

function reasonOf(job: Job) {
  if (job.status === 'unpaid')
    return (
      <Anchor component={Link} to={pathTo('cardSetting')} size="xs">
        Pay under Card Setting
      </Anchor>
    )
  if (job.status === 'ready') return `${priceCurrency(job.priceCentiCents)} each, at most ${toCurrency(job.mostCents)}`
  if (job.status === 'processing') return `${job.percentage}% of ${records(job)}`
  if (job.status === 'done' && !job.hasResult) return 'The files were removed after 30 days.'
  return job.reason
}

function costOf({ status, amountCents, isWaitingSum }: Job): string {
  if (status !== 'done' && status !== 'unpaid') return '—'
  return isWaitingSum ? `${toCurrency(amountCents)}, with the next file` : toCurrency(amountCents)
}

const columns: Column<Job>[] = [
  {
    key: 'file',
    label: 'File',
    card: 'title',
    width: 'wide',
    render: ({ filename, information }) => (
      <>
        <span dir="auto" title={filename}>
          {filename}
        </span>
        {information.length > 0 && (
          <Text size="xs" c="dimmed" title={information.join(', ')} truncate>
            {information.join(', ')}
          </Text>
        )}
      </>
    ),
  },
  { key: 'records', label: 'Records', numeric: true, render: ({ accepted }) => toCount(accepted) },
  { key: 'left', label: 'Not taken', numeric: true, needsRoom: true, render: (job) => toCount(leftOut(job)) },
  {
    key: 'found',
    label: 'Found',
    numeric: true,
    card: 'fact',
    render: (job) => (job.status === 'done' || job.status === 'unpaid' ? toCount(job.matched) : '—'),
  },
  { key: 'cost', label: 'Cost', numeric: true, card: 'fact', render: costOf },
  {
    key: 'status',
    label: 'Status',
    card: 'fact',
    width: 'wide',
    render: (job) => (
      <Status tone={states[job.status].tone} reason={reasonOf(job)}>
        {states[job.status].label}
      </Status>
    ),
  },
  { key: 'created', label: 'Sent', needsRoom: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

type Props = {
  companyId: string
  mayBuy: boolean
  rows: readonly Job[] | undefined
  error: string | undefined
  onReload: () => void
}

/** Every file that was sent, with its state, its price, and what was found. */
export function EnrichmentTable({ companyId, mayBuy, rows, error, onReload }: Props) {
  const confirming = useSend('enrichment.confirm')
  const dropping = useSend('enrichment.drop')
  const begin = async (job: Job) => {
    const isSure = await confirm({
      title: `Enrich ${job.filename}?`,
      children: `${records(job)} at ${priceCurrency(job.priceCentiCents)} for each person who is found: at most ${toCurrency(job.mostCents)}.`,
      confirmLabel: `Confirm, at most ${toCurrency(job.mostCents)}`,
    })
    if (!isSure) return
    try {
      await confirming.send({ companyId, enrichmentId: job.id, mostCents: job.mostCents })
      notify('success', 'The file is being enriched.')
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const drop = async (job: Job) => {
    const children = 'Nothing was charged for it.'
    if (!(await confirm({ title: `Remove ${job.filename}?`, children, confirmLabel: 'Remove', danger: true }))) return
    try {
      notify('success', (await dropping.send({ companyId, enrichmentId: job.id })).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const open = (call: 'enrichment.result' | 'enrichment.rejected', job: Job) => async () =>
    fetchFile((await send(call, { companyId, enrichmentId: job.id })).url)
  const base = ({ filename }: Job) => filename.replace(/\.csv$/, '')
  const actionsOf = (job: Job): RowAction[] => [
    ...(mayBuy && job.status === 'ready'
      ? [{ key: 'confirm', label: 'Confirm', icon: <IconCheck size={16} />, onClick: () => void begin(job) }]
      : []),
    ...(job.hasResult
      ? [
          {
            key: 'result',
            label: 'Download the result',
            icon: <IconDownload size={16} />,
            onClick: () => void downloadFile(open('enrichment.result', job), `${base(job)}-enriched.csv`),
          },
        ]
      : []),
    ...(job.hasRejected
      ? [
          {
            key: 'rejected',
            label: 'Download rows that were not taken',
            icon: <IconFileOff size={16} />,
            onClick: () => void downloadFile(open('enrichment.rejected', job), `${base(job)}-rejected.csv`),
          },
        ]
      : []),
    ...(mayBuy && (job.status === 'ready' || job.status === 'waiting')
      ? [{ key: 'drop', label: 'Remove', icon: <IconTrash size={16} />, danger: true, onClick: () => void drop(job) }]
      : []),
  ]
  return (
    <DataTable
      label="Enrichments"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ filename }) => filename}
      actions={actionsOf}
      error={error ? { title: 'The files could not be loaded', text: error, onRetry: onReload } : undefined}
      empty={{
        title: 'No files yet',
        text: 'Send a CSV of e-mail addresses. Its price is shown before anything is charged.',
      }}
    />
  )
}
