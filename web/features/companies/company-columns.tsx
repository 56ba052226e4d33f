import { Badge } from '@mantine/core'
import { NO_PHONE } from '#shared/constants.ts'
import { Address } from '../../ui/address.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { showPhone } from '../../ui/phone/shown-phone.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CompanyName } from './company-marks.tsx'
import type { CompanyRow } from './use-company-list.ts'

export const toPhone = ({ phonenum, phone_country_calling_code }: CompanyRow): string =>
  phonenum ? showPhone(phonenum, phone_country_calling_code) : NO_PHONE

const salesOf = ({ salesrep, accountexecutive, accountref }: CompanyRow) =>
  [...new Set([salesrep, accountexecutive, accountref].filter(Boolean))].join(', ')

const person: Column<CompanyRow> = {
  key: 'full_name',
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
  key: 'created_at',
  label: 'Created',
  render: (row) => <RelativeTime at={row.created_at} />,
  sortable: true,
}

export const agencyColumns = (showsApi: boolean): Column<CompanyRow>[] => [
  {
    key: 'company_name',
    label: 'Company name',
    sortable: true,
    card: 'title',
    width: 'wide',
    render: (row) => <CompanyName row={row} showsApi={showsApi} />,
  },
  person,
  email,
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
  { key: 'company_name', label: 'Client', card: 'title', width: 'wide', render: (row) => <CompanyName row={row} /> },
  plain(person),
  plain(email),
  { ...plain(created), card: 'fact' },
]

export const clientColumns: Column<CompanyRow>[] = [
  {
    key: 'company_name',
    label: 'Company',
    sortable: true,
    card: 'title',
    width: 'wide',
    render: (row) => <CompanyName row={row} />,
  },
  person,
  { ...email, card: 'fact' },
  { key: 'phone', label: 'Phone', needsRoom: true, render: toPhone },
  {
    key: 'card',
    label: 'Card status',
    card: 'fact',
    render: ({ card_status }) => (
      <Badge size="sm" color={cards[card_status].colour}>
        {cards[card_status].label}
      </Badge>
    ),
  },
  { key: 'active', label: 'Active campaigns', numeric: true, render: ({ active_campaigns }) => active_campaigns },
  { ...created, needsRoom: true },
]
