import { Badge } from '@mantine/core'
import { NO_PHONE } from '#shared/constants.ts'
import { showPhone } from '#shared/shown-phone.ts'
import { Address } from '../../ui/address.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CompanyName } from './company-marks.tsx'
import type { CompanyRow } from './use-company-list.ts'

export const toPhone = ({ phone, phoneCountryCallingCode }: CompanyRow): string =>
  phone ? showPhone(phone, phoneCountryCallingCode) : NO_PHONE

const salesOf = ({ salesRep, accountExecutive, referral }: CompanyRow) =>
  [...new Set([salesRep, accountExecutive, referral].filter(Boolean))].join(', ')

const person: Column<CompanyRow> = {
  key: 'fullName',
  label: 'Full name',
  render: ({ name }) => name,
  sortable: true,
  width: 'medium',
}
const email: Column<CompanyRow> = {
  key: 'email',
  label: 'E-mail',
  render: (row) => <Address {...row} />,
  sortable: true,
  card: 'fact',
  width: 'wide',
}
const created: Column<CompanyRow> = {
  key: 'createdAt',
  label: 'Created',
  render: (row) => <RelativeTime at={row.createdAt} />,
  sortable: true,
}

export const agencyColumns = (showsApi: boolean): Column<CompanyRow>[] => [
  {
    key: 'companyName',
    label: 'Company name',
    sortable: true,
    card: 'title',
    width: 'wide',
    render: (row) => <CompanyName row={row} showsApi={showsApi} />,
  },
  person,
  { ...email, under: 'companyName', needsRoom: true },
  { key: 'sales', label: 'Sales', width: 'narrow', needsRoom: true, render: (row) => salesOf(row) || '—' },
  { ...created, card: 'fact' },
]

const cards = {
  active: { colour: 'green', label: 'Active' },
  failed: { colour: 'red', label: 'Failed' },
  none: { colour: 'gray', label: 'None' },
} as const

const plain = (column: Column<CompanyRow>): Column<CompanyRow> => ({ ...column, sortable: false })

/** Clients below an agency in the tree: in one order, so their heads sort nothing. */
export const branchColumns: Column<CompanyRow>[] = [
  { key: 'companyName', label: 'Client', card: 'title', width: 'wide', render: (row) => <CompanyName row={row} /> },
  plain(person),
  { ...plain(email), under: 'companyName', needsRoom: true },
  { ...plain(created), card: 'fact' },
]

export const clientColumns: Column<CompanyRow>[] = [
  {
    key: 'companyName',
    label: 'Company',
    sortable: true,
    card: 'title',
    width: 'wide',
    render: (row) => <CompanyName row={row} />,
  },
  person,
  { ...email, under: 'companyName' },
  { key: 'phone', label: 'Phone', needsRoom: true, render: toPhone },
  {
    key: 'card',
    label: 'Card status',
    card: 'fact',
    render: ({ cardStatus }) => (
      <Badge size="sm" color={cards[cardStatus].colour}>
        {cards[cardStatus].label}
      </Badge>
    ),
  },
  { key: 'active', label: 'Active campaigns', numeric: true, render: ({ activeCampaigns }) => activeCampaigns },
  { ...created, needsRoom: true },
]
