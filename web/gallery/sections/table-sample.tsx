import { Badge } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { toCurrency } from '#shared/money/format.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { toCount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

import { longName } from '../long-name.ts'

export type Sample = {
  id: string
  name: string
  status: 'active' | 'paused'
  leads: number
  spentCents: number
  at: string
}

export const samples: Sample[] = [
  {
    id: 'cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBC',
    name: 'Harbour dental, spring',
    status: 'active',
    leads: 1284,
    spentCents: 321_000,
    at: '2026-11-20T15:04:00Z',
  },
  {
    id: 'cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBD',
    name: 'Lakeside roofing',
    status: 'paused',
    leads: 92,
    spentCents: 23_050,
    at: '2026-11-02T09:30:00Z',
  },
  {
    id: 'cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBE',
    name: longName,
    status: 'active',
    leads: 0,
    spentCents: 0,
    at: '2025-04-11T20:00:00Z',
  },
  {
    id: 'cmp_01KA9X3M5V7Q2N8E4T6Y0WZRBF',
    name: 'Ümläut & Söhne',
    status: 'active',
    leads: 10_400,
    spentCents: 1_234_599,
    at: '2026-11-21T00:10:00Z',
  },
]

export const columns: Column<Sample>[] = [
  { key: 'name', label: 'Campaign', render: (row) => row.name, sortable: true, card: 'title', width: 'wide' },
  {
    key: 'status',
    label: 'Status',
    card: 'fact',
    render: (row) => <Badge color={row.status === 'active' ? 'green' : 'yellow'}>{row.status}</Badge>,
  },
  { key: 'id', label: 'Id', render: (row) => <CopyableId value={row.id} /> },
  { key: 'leads', label: 'Leads', render: (row) => toCount(row.leads), numeric: true, sortable: true },
  {
    key: 'spent',
    label: 'Spent',
    render: (row) => toCurrency(row.spentCents),
    numeric: true,
    sortable: true,
    card: 'fact',
  },
  { key: 'at', label: 'Created', render: (row) => <RelativeTime at={row.at} /> },
]

export const actions = (row: Sample): RowAction[] => [
  { key: 'view', label: 'View', icon: <IconEye size={16} />, onClick: () => notify('info', `View ${row.name}`) },
  { key: 'edit', label: 'Edit', icon: <IconPencil size={16} />, onClick: () => notify('info', `Edit ${row.name}`) },
  {
    key: 'pause',
    label: 'Pause',
    icon: <IconPlayerPause size={16} />,
    onClick: () => notify('warning', `Paused ${row.name}`),
    disabled: row.status === 'paused',
  },
  {
    key: 'delete',
    label: 'Delete',
    icon: <IconTrash size={16} />,
    onClick: () => notify('danger', `Deleted ${row.name}`),
    danger: true,
  },
]
