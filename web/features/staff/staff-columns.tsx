import { Badge, Group, Text } from '@mantine/core'
import { NO_PHONE } from '#shared/constants.ts'
import { showPhone } from '#shared/shown-phone.ts'
import { Address } from '../../ui/address.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { StaffRow } from './use-staff-form.ts'

export const salesKindNames = {
  representative: 'Representative',
  accountExecutive: 'Account executive',
  referrer: 'Referrer',
} as const

const accountNames: Record<StaffRow['connectionState'], { label: string; colour: string }> = {
  '': { label: 'Not connected', colour: 'gray' },
  pending: { label: 'Pending', colour: 'yellow' },
  inverification: { label: 'In verification', colour: 'yellow' },
  completed: { label: 'Completed', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
}

const toPhone = ({ phone, phoneCountryCallingCode }: StaffRow): string =>
  phone ? showPhone(phone, phoneCountryCallingCode) : NO_PHONE

const yes = (flag: boolean) => (flag ? 'Yes' : '—')

const name: Column<StaffRow> = {
  key: 'name',
  label: 'Name',
  card: 'title',
  width: 'wide',
  render: (row) => (
    <Group gap="xs" wrap="nowrap">
      <Text span inherit truncate dir="auto" title={row.name}>
        {row.name}
      </Text>
      {row.isInvited && (
        <Badge size="sm" variant="light" color="gray" flex="none">
          Invited
        </Badge>
      )}
    </Group>
  ),
}
const email: Column<StaffRow> = {
  key: 'email',
  label: 'E-mail',
  card: 'fact',
  under: 'name',
  render: (row) => <Address {...row} />,
}
const phone: Column<StaffRow> = { key: 'phone', label: 'Phone', needsRoom: true, render: toPhone }
const created: Column<StaffRow> = {
  key: 'created',
  label: 'Created',
  render: (row) => <RelativeTime at={row.createdAt} />,
}

export const administratorColumns: Column<StaffRow>[] = [
  name,
  email,
  phone,
  {
    key: 'role',
    label: 'Role',
    card: 'fact',
    render: (row) => (row.isDefaultAdmin ? 'Full rights' : row.roleName || 'No role: all open'),
  },
  { key: 'default', label: 'Default admin', needsRoom: true, render: (row) => yes(row.isDefaultAdmin) },
  { key: 'care', label: 'Customer care', needsRoom: true, render: (row) => yes(row.isCustomerCare) },
  { key: 'notices', label: 'Gets notifications', needsRoom: true, render: (row) => yes(row.getsNotices) },
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
    render: (row) => (row.salesKind ? salesKindNames[row.salesKind] : '—'),
  },
  {
    key: 'account',
    label: 'Connected account',
    render: ({ connectionState }) => (
      <Badge size="sm" color={accountNames[connectionState].colour}>
        {accountNames[connectionState].label}
      </Badge>
    ),
  },
  { ...created, needsRoom: true },
]
