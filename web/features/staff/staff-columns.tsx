import { Badge, Group, Text } from '@mantine/core'
import { NO_PHONE } from '#shared/constants.ts'
import { Address } from '../../ui/address.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { showPhone } from '../../ui/phone/shown-phone.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { StaffRow } from './use-staff-form.ts'

export const salesKindNames = {
  representative: 'Representative',
  accountExecutive: 'Account executive',
  referrer: 'Referrer',
} as const

const accountNames: Record<StaffRow['status_acc'], { label: string; colour: string }> = {
  '': { label: 'Not connected', colour: 'gray' },
  pending: { label: 'Pending', colour: 'yellow' },
  inverification: { label: 'In verification', colour: 'yellow' },
  completed: { label: 'Completed', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
}

const toPhone = ({ phonenum, phone_country_calling_code }: StaffRow): string =>
  phonenum ? showPhone(phonenum, phone_country_calling_code) : NO_PHONE

const yes = (flag: 'T' | 'F') => (flag === 'T' ? 'Yes' : '—')

const name: Column<StaffRow> = {
  key: 'name',
  label: 'Name',
  card: 'title',
  render: (row) => (
    <Group gap="xs" wrap="nowrap">
      <Text span inherit truncate dir="auto">
        {row.name}
      </Text>
      {row.is_invited && (
        <Badge size="sm" variant="light" color="gray" flex="none">
          Invited
        </Badge>
      )}
    </Group>
  ),
}
const email: Column<StaffRow> = { key: 'email', label: 'E-mail', card: 'fact', render: (row) => <Address {...row} /> }
const phone: Column<StaffRow> = { key: 'phone', label: 'Phone', render: toPhone }
const created: Column<StaffRow> = {
  key: 'created',
  label: 'Created',
  render: (row) => <RelativeTime at={row.created_at} />,
}

export const administratorColumns: Column<StaffRow>[] = [
  name,
  email,
  phone,
  {
    key: 'role',
    label: 'Role',
    card: 'fact',
    render: (row) => (row.defaultAdmin === 'T' ? 'Full rights' : row.role_name || 'No role'),
  },
  { key: 'default', label: 'Default admin', render: (row) => yes(row.defaultAdmin) },
  { key: 'care', label: 'Customer care', render: (row) => yes(row.customercare) },
  { key: 'notices', label: 'Gets notifications', render: (row) => yes(row.adminGetNotification) },
  created,
]

export const salesColumns: Column<StaffRow>[] = [
  name,
  email,
  phone,
  {
    key: 'kind',
    label: 'Kind',
    card: 'fact',
    render: (row) => (row.sales_kind ? salesKindNames[row.sales_kind] : '—'),
  },
  {
    key: 'account',
    label: 'Connected account',
    render: ({ status_acc }) => (
      <Badge size="sm" color={accountNames[status_acc].colour}>
        {accountNames[status_acc].label}
      </Badge>
    ),
  },
  created,
]
