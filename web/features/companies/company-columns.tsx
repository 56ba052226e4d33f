import { Badge } from '@mantine/core'
import type { Column } from '../../ui/data-table/table-types.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CompanyName } from './company-marks.tsx'
import type { CompanyRow } from './use-company-list.ts'

const NO_PHONE = '000-000-0000'

/** A number as its country writes it, for the ten digits of North America; others as they are. */
export function toPhone({ phonenum, phone_country_calling_code: code }: CompanyRow): string {
  if (!phonenum) return NO_PHONE
  const [, area, office, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(phonenum) ?? []
  if (code === '+1' && area) return `${area}-${office}-${line}`
  return `${code} ${phonenum}`.trim()
}

const salesOf = ({ salesrep, accountexecutive, accountref }: CompanyRow) =>
  [...new Set([salesrep, accountexecutive, accountref].filter(Boolean))].join(', ')

const person: Column<CompanyRow> = { key: 'full_name', label: 'Full name', render: ({ name }) => name, sortable: true }
const email: Column<CompanyRow> = {
  ...{ key: 'email', label: 'E-mail', render: (row) => row.email, sortable: true, card: 'fact' },
}
const created: Column<CompanyRow> = {
  ...{ key: 'created_at', label: 'Created', render: (row) => <RelativeTime at={row.created_at} />, sortable: true },
}

export const agencyColumns = (showsApi: boolean): Column<CompanyRow>[] => [
  {
    ...{ key: 'company_name', label: 'Company name', sortable: true, card: 'title' },
    render: (row) => <CompanyName row={row} showsApi={showsApi} />,
  },
  person,
  email,
  { key: 'sales', label: 'Sales', render: (row) => salesOf(row) || '—' },
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
  { key: 'company_name', label: 'Client', card: 'title', render: (row) => <CompanyName row={row} /> },
  plain(person),
  plain(email),
  { ...plain(created), card: 'fact' },
]

export const clientColumns: Column<CompanyRow>[] = [
  {
    ...{ key: 'company_name', label: 'Company', sortable: true, card: 'title' },
    render: (row) => <CompanyName row={row} />,
  },
  person,
  { ...email, card: 'fact' },
  { key: 'phone', label: 'Phone', render: toPhone },
  {
    ...{ key: 'card', label: 'Card status', card: 'fact' },
    render: ({ card_status }) => (
      <Badge size="sm" color={cards[card_status].colour}>
        {cards[card_status].label}
      </Badge>
    ),
  },
  { key: 'active', label: 'Active campaigns', numeric: true, render: ({ active_campaigns }) => active_campaigns },
  created,
]
