import { Anchor, Progress } from '@mantine/core'
import { Link } from 'react-router-dom'
import { companyPath } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { showDay } from '../../ui/days.ts'
import { toCount } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './campaigns.module.css'
import { editorPath } from './paths.ts'
import { StatusCell } from './status-cell.tsx'
import { reasonOf } from './status-words.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'
import type { Runner } from './use-run.ts'

type Shape = {
  runner: Runner
  rights: Rights
  /** One line a row, and a column for everything. */
  isDense: boolean
  /** Several clients are in the list. */
  hasClients: boolean
  /** Several products are in the list: what each is called. */
  nameOf: ((line: ProductLine) => string) | undefined
  /** Some row is in a group. */
  hasGroups: boolean
  /** Leads of some row are paid ahead. */
  hasBalance: boolean
}
type Col = Column<CampaignRow>

const startOf = ({ start, end }: CampaignRow) => (start ? showDay(start) : end ? 'At once' : '—')
const endOf = ({ start, end }: CampaignRow) => (end ? showDay(end) : start ? 'No end' : '')

function Name({ row, rights }: { row: CampaignRow; rights: Rights }) {
  // What was removed opens nowhere but in its leads.
  if (!rights.mayEdit || row.status === 'removed')
    return (
      <bdi dir="auto" className={classes.name} title={row.campaignName}>
        {row.campaignName}
      </bdi>
    )
  return (
    <Anchor
      component={Link}
      to={editorPath({ line: row.productLine, campaign: row.campaignNumber })}
      inherit
      c="inherit"
      underline="hover"
      className={classes.name}
      title={row.campaignName}
      dir="auto"
    >
      {row.campaignName}
    </Anchor>
  )
}

function Client({ row, rights }: { row: CampaignRow; rights: Rights }) {
  if (!rights.mayOpenCompanies) return <bdi dir="auto">{row.companyName}</bdi>
  return (
    <Anchor
      component={Link}
      to={companyPath(row.companyId)}
      inherit
      c="inherit"
      underline="hover"
      title={row.companyName}
      dir="auto"
    >
      {row.companyName}
    </Anchor>
  )
}

/** What a campaign is known by besides its name, below it: no link, which could not be told from the one above by a finger. */
const NumberAndClient = ({ row: { campaignNumber, companyName } }: { row: CampaignRow }) => (
  <span dir="ltr" className={classes.second} title={companyName}>
    {campaignNumber} ·{' '}
    <bdi dir="auto" className={classes.name}>
      {companyName}
    </bdi>
  </span>
)

function Balance({ row: { leadsRemaining, leadsBought, leadsTotal } }: { row: CampaignRow }) {
  if (leadsRemaining === null) return '—'
  const all = Math.max(leadsRemaining, leadsBought ?? leadsRemaining + leadsTotal)
  return (
    <span className={classes.balance}>
      {toCount(leadsRemaining)} left
      <Progress size={4} value={all > 0 ? (leadsRemaining / all) * 100 : 0} aria-label="Leads left" />
    </span>
  )
}

/**
 * What is looked at most stands first: the rest lies behind the edge of most screens, where nothing is that is to be pressed,
 * because the column of actions may cover half of it.
 */
const denseOrder = [
  ...['name', 'company', 'number', 'product', 'status', 'leadsToday', 'leadsTotal', 'balance', 'lastLead', 'term'],
  ...['start', 'end', 'group', 'reason'],
]

/** What a list of campaigns shows, for this person and this page. */
export function campaignColumns(shape: Shape): Col[] {
  const { runner, rights, isDense, hasClients, nameOf, hasGroups, hasBalance } = shape
  const columns: Col[] = [
    {
      key: 'name',
      label: 'Campaign',
      sortable: true,
      card: 'title',
      width: 'wide',
      render: (row) => <Name row={row} rights={rights} />,
    },
    ...(hasClients
      ? [
          {
            key: 'company',
            label: 'Client',
            sortable: true,
            card: 'fact',
            under: 'name',
            ...(isDense && { width: 'medium' as const, needsRoom: true }),
            render: (row) => <Client row={row} rights={rights} />,
            below: (row) => <NumberAndClient row={row} />,
          } satisfies Col,
        ]
      : []),
    ...(isDense || !hasClients
      ? [
          {
            key: 'number',
            label: 'Number',
            under: 'name',
            ...(isDense && { needsRoom: 'much' as const }),
            render: ({ campaignNumber }) =>
              isDense ? <CopyableId value={campaignNumber} label="Copy the number" /> : campaignNumber,
            below: ({ campaignNumber }) => campaignNumber,
          } satisfies Col,
        ]
      : []),
    ...(nameOf
      ? [
          {
            key: 'product',
            label: 'Product',
            needsRoom: true,
            render: ({ productLine }) => nameOf(productLine),
          } satisfies Col,
        ]
      : []),
    {
      key: 'status',
      label: 'Status',
      sortable: true,
      card: 'fact',
      render: (row) => <StatusCell row={row} runner={runner} rights={rights} hasReason={!isDense} />,
    },
    ...(isDense
      ? [
          {
            key: 'reason',
            label: 'Reason',
            under: 'status',
            needsRoom: 'much',
            render: (row) => reasonOf(runner.shown(row), rights.isClient) || '—',
            below: (row) => reasonOf(runner.shown(row), rights.isClient),
          } satisfies Col,
        ]
      : []),
    {
      key: 'term',
      // All products with all their columns are wider than most screens: this one stands below the product there.
      ...(isDense
        ? { label: 'Term', under: 'company', needsRoom: 'much' as const }
        : nameOf
          ? { label: 'Term', under: 'product' }
          : { label: 'Payment term', needsRoom: true }),
      render: ({ paymentTerm }) => paymentTerm,
    },
    {
      key: 'leadsToday',
      label: 'Leads today',
      sortable: true,
      numeric: true,
      card: 'fact',
      render: ({ leadsToday }) => toCount(leadsToday),
    },
    {
      key: 'leadsTotal',
      label: 'In all',
      sortable: true,
      numeric: true,
      needsRoom: true,
      render: ({ leadsTotal }) => toCount(leadsTotal),
    },
    ...(hasBalance
      ? [
          {
            key: 'balance',
            label: 'Balance',
            needsRoom: true,
            card: 'fact',
            render: (row) => <Balance row={row} />,
          } satisfies Col,
        ]
      : []),
    {
      key: 'lastLead',
      label: 'Last lead',
      sortable: true,
      needsRoom: true,
      render: ({ lastLeadAt, timeZone }) => (lastLeadAt ? <RelativeTime at={lastLeadAt} timeZone={timeZone} /> : '—'),
    },
    { key: 'start', label: 'Start', needsRoom: true, render: startOf },
    {
      key: 'end',
      label: 'End',
      under: 'start',
      ...(isDense && { needsRoom: 'much' as const }),
      render: (row) => endOf(row) || (isDense ? '—' : ''),
      below: endOf,
    },
    ...(hasGroups
      ? [
          {
            key: 'group',
            label: 'Group',
            width: 'narrow',
            needsRoom: true,
            render: ({ groupName }) => groupName || '—',
          } satisfies Col,
        ]
      : []),
  ]
  return isDense ? columns.toSorted((a, b) => denseOrder.indexOf(a.key) - denseOrder.indexOf(b.key)) : columns
}
