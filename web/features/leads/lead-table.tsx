import { Anchor, Button, Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import { isSearching } from '#shared/campaigns/rules.ts'
import { dayIn } from '#shared/dates.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { timeNow } from '../../api/server-time.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { lastDays } from '../../ui/days.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { useAddress } from '../../ui/use-address.ts'
import type { Campaign } from './campaign-tabs.tsx'
import { LeadPanel } from './lead-panel.tsx'
import classes from './lead-table.module.css'

type Lead = Output<'leads.list'>['data'][number]

const nameOf = ({ firstName, lastName, erasedAt }: Lead) =>
  erasedAt ? 'Erased person' : `${firstName} ${lastName}`.trim() || '—'

const listOf: Record<NonNullable<Lead['credit']>['level'], string> = {
  platform: "The platform's exclusion list",
  agency: "The agency's exclusion list",
  client: "The client's exclusion list",
  campaign: "The campaign's exclusion list",
}
const placeOf = ({ city, state }: Lead) => [city, state].filter(Boolean).join(', ') || '—'

/** The page of a visit without its host, which is the same in every row. */
function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url)
    return pathname + search
  } catch {
    return url
  }
}

/** Why a person was found: on which page, or by what they looked for. */
const whyColumn = (isSite: boolean): Column<Lead> =>
  isSite
    ? {
        key: 'page',
        label: 'Page',
        render: ({ pageUrl }) => (
          <Tooltip label={pageUrl}>
            <span className={classes.page}>{pathOf(pageUrl)}</span>
          </Tooltip>
        ),
      }
    : {
        key: 'keyword',
        label: 'Keyword',
        render: ({ keyword }) => (
          <span className={classes.page} title={keyword} dir="auto">
            {keyword || '—'}
          </span>
        ),
      }

const columnsFor = ({ timeZone, productLine }: Campaign, onOpen: (lead: Lead) => void): Column<Lead>[] => [
  {
    key: 'name',
    label: 'Name',
    card: 'title',
    width: 'wide',
    render: (lead) => <Name lead={lead} timeZone={timeZone} onOpen={() => onOpen(lead)} />,
  },
  { key: 'email', label: 'E-mail', card: 'fact', under: 'name', render: ({ email }) => email || '—' },
  { key: 'phone', label: 'Phone', render: ({ phone }) => phone || '—' },
  { key: 'place', label: 'Place', needsRoom: true, render: placeOf },
  whyColumn(!isSearching(productLine)),
  {
    key: 'visited',
    label: isSearching(productLine) ? 'Searched' : 'Visited',
    card: 'fact',
    render: ({ visitedAt }) => <RelativeTime at={visitedAt} timeZone={timeZone} />,
  },
]

/** Who it was, and why the lead was given back where it was. */
function Name({ lead, timeZone, onOpen }: { lead: Lead; timeZone: string; onOpen: () => void }) {
  const { credit } = lead
  const name = (
    <Anchor component="button" type="button" size="sm" className={classes.name} onClick={onOpen}>
      {nameOf(lead)}
    </Anchor>
  )
  if (!credit) return name
  return (
    <>
      {name}{' '}
      <Status
        tone="info"
        reason={
          <>
            {listOf[credit.level]} named the person <RelativeTime at={credit.at} timeZone={timeZone} />
          </>
        }
      >
        Credited
      </Status>
    </>
  )
}

const asCsv = { 'content-type': 'text/csv; charset=utf-8' }

type Props = {
  companyId: string
  campaign: Campaign
  days: number
  onWiden: () => void
  perPage: number
  onPerPage: (rows: number) => void
}

/** A page is reached from the one before it; `cursors` is the way back. */
export function LeadTable({ companyId, campaign, days, onWiden, perPage, onPerPage }: Props) {
  const [cursors, setCursors] = useState<string[]>([])
  const top = useRef<HTMLDivElement>(null)
  const kept = useKeptList('leads')
  const { read, put } = useAddress()
  const columns = columnsFor(campaign, (lead) => put({ lead: `${Date.parse(lead.createdAt)}-${lead.id}` }))
  const range = lastDays(days, dayIn(campaign.timeZone, timeNow()))
  const cursor = cursors.at(-1)
  const { data, error, isLoading, isValidating, reload } = useCall(
    'leads.list',
    {
      companyId,
      clientId: campaign.companyId,
      campaignId: campaign.id,
      startDate: range.from,
      endDate: range.to,
      page: cursors.length + 1,
      perPage,
      ...(cursor !== undefined && { cursor }),
    },
    { keep: true },
  )
  const file = {
    clientId: campaign.companyId,
    campaignId: campaign.id,
    startDate: range.from,
    endDate: range.to,
  }
  const page = cursors.length + 1
  const turn = (to: number) => {
    if (to < page) setCursors(cursors.slice(0, -1))
    else if (data?.nextCursor) setCursors([...cursors, data.nextCursor])
  }
  const widen =
    days < 90
      ? {
          action: (
            <Button variant="default" onClick={onWiden}>
              Show the last 90 days
            </Button>
          ),
        }
      : {}

  return (
    <div ref={top}>
      <FilterBar
        tools={
          <>
            <DownloadButton
              name={`leads-${campaign.campaignNumber}.csv`}
              disabled={!data || data.total === 0}
              open={async () => new Response((await send('leads.download', file)).csv, { headers: asCsv })}
            >
              Download CSV
            </DownloadButton>
            <ListTools columns={columns} kept={kept} />
          </>
        }
      />
      <DataTable
        label={`Leads of ${campaign.campaignName}`}
        columns={columns}
        hidden={kept.hidden}
        rows={data?.data}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        refreshing={isValidating && !isLoading}
        error={
          error === undefined
            ? undefined
            : { title: 'The leads could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{
          title: `No leads in the last ${days} days`,
          text: `People that “${campaign.campaignName}” finds in these days are listed here.`,
          ...widen,
        }}
        skeletonRows={8}
      />
      {data && data.total > 0 && (
        <Pager
          page={page}
          total={data.total}
          links={0}
          onChange={turn}
          perPage={perPage}
          onPerPage={onPerPage}
          scrollTo={top}
          disabled={isValidating}
        />
      )}
      <LeadPanel campaign={campaign} named={read('lead')} onClose={() => put({ lead: undefined })} />
    </div>
  )
}
