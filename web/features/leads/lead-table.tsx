import { Anchor, Button, Tooltip } from '@mantine/core'
import { useRef } from 'react'
import { isSearching } from '#shared/campaigns/rules.ts'
import { nameLead } from '#shared/leads/named.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { showPhone } from '#shared/shown-phone.ts'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { usePageInRange } from '../../ui/use-page-in-range.ts'
import { creditWords } from './credit-words.ts'
import { LeadFile, SaveLeads } from './lead-file.tsx'
import { LeadPanel } from './lead-panel.tsx'
import classes from './lead-table.module.css'
import { useCursors } from './use-cursors.ts'
import { type Dashboard, sortOf } from './use-dashboard.ts'

type Lead = Output<'leads.list'>['data'][number]

const nameOf = ({ firstName, lastName, erasedAt }: Lead) =>
  erasedAt ? 'Erased person' : `${firstName} ${lastName}`.trim() || '—'

const placeOf = ({ city, state }: Lead) => [city, state].filter(Boolean).join(', ') || '—'

/** The page of a visit; its host only where leads of several sites stand below each other. */
function pageOf(url: string, hasHost: boolean): string {
  const page = URL.parse(url)
  if (!page) return url
  return `${hasHost ? page.host : ''}${page.pathname}${page.search}`
}

/** Why a person was found: on which page, or by what they looked for. */
const whyColumn = (isSite: boolean, hasHost: boolean): Column<Lead> =>
  isSite
    ? {
        key: 'why',
        label: 'Page',
        sortable: true,
        width: 'medium',
        render: ({ landingUrl }) => (
          <Tooltip label={landingUrl}>
            <span className={classes.page}>{pageOf(landingUrl, hasHost)}</span>
          </Tooltip>
        ),
      }
    : {
        key: 'why',
        label: 'Keyword',
        sortable: true,
        width: 'medium',
        render: ({ keyword }) => (
          <span className={classes.page} title={keyword} dir="auto">
            {keyword || '—'}
          </span>
        ),
      }

const money = (dollars: number | undefined) =>
  dollars === undefined ? '—' : priceCurrency(Math.round(dollars * 10_000))
const named = (text: string) => (
  <span className={classes.page} title={text} dir="auto">
    {text}
  </span>
)

type Shown = { line: ProductLine; hasCampaigns: boolean; hasClients: boolean; isClient: boolean }

const columnsFor = (
  { line, hasCampaigns, hasClients, isClient }: Shown,
  onOpen: (lead: Lead) => void,
): Column<Lead>[] => [
  {
    key: 'name',
    label: 'Name',
    card: 'title',
    width: 'wide',
    sortable: true,
    render: (lead) => <Name lead={lead} onOpen={() => onOpen(lead)} />,
  },
  { key: 'email', label: 'E-mail', card: 'fact', under: 'name', render: ({ email }) => email || '—' },
  ...(line === 'b2b'
    ? [
        {
          key: 'company',
          label: 'Company',
          card: 'fact' as const,
          width: 'medium' as const,
          render: ({ worksAt }: Lead) => (worksAt ? named(worksAt) : '—'),
        },
      ]
    : []),
  { key: 'phone', label: 'Phone', needsRoom: hasCampaigns, render: ({ phone }) => showPhone(phone) || '—' },
  { key: 'place', label: 'Place', needsRoom: true, sortable: true, render: placeOf },
  whyColumn(!isSearching(line), hasCampaigns),
  ...(hasCampaigns
    ? [
        {
          key: 'campaign',
          label: 'Campaign',
          sortable: true,
          width: 'medium' as const,
          render: ({ campaignName }: Lead) => named(campaignName),
        },
      ]
    : []),
  ...(hasClients
    ? [
        {
          key: 'client',
          label: 'Client',
          under: 'campaign',
          render: ({ companyName }: Lead) => named(companyName),
        },
      ]
    : []),
  { key: 'price', label: 'Price', numeric: true, sortable: true, needsRoom: true, render: ({ price }) => money(price) },
  ...(isClient
    ? []
    : [
        {
          key: 'cost',
          label: 'Cost',
          numeric: true,
          needsRoom: true,
          render: ({ wholesale }: Lead) => money(wholesale),
        },
      ]),
  {
    key: 'visited',
    label: isSearching(line) ? 'Searched' : 'Visited',
    card: 'fact',
    sortable: true,
    render: ({ visitedAt, timeZone }) => <RelativeTime at={visitedAt} timeZone={timeZone} />,
  },
]

/** Who it was, and why the lead was given back where it was. */
function Name({ lead, onOpen }: { lead: Lead; onOpen: () => void }) {
  const { credit, timeZone } = lead
  const name = (
    <Anchor component="button" type="button" size="sm" className={classes.name} onClick={onOpen}>
      {nameOf(lead)}
    </Anchor>
  )
  if (!credit) return name
  return (
    <span className={classes.credited}>
      {name}
      {/* One line of the row: the whole story stands in the panel. */}
      <Tooltip
        label={
          <>
            {creditWords(credit)} <RelativeTime at={credit.at} timeZone={timeZone} />
          </>
        }
      >
        <span className={classes.mark}>
          <Status tone="info">Credited</Status>
        </span>
      </Tooltip>
    </span>
  )
}

const WIDEST = 90

type Scope = Omit<Input<'leads.download'>, 'sortby' | 'order' | 'searchQuery'>
type Props = {
  state: Dashboard
  scope: Scope
  /** The answer of the chart, which has the first page of the leads in their usual order. */
  first: { data: Output<'leads.chart'> | undefined; error: unknown; isLoading: boolean; isValidating: boolean }
  line: ProductLine
  /** The one that is looked at; undefined for all. */
  campaign: NonNullable<Output<'leads.chart'>['campaign']> | undefined
  hasClients: boolean
  isClient: boolean
}

/** The leads that a dashboard counts. A page is reached from the one before it, and by its number where that is not far. */
export function LeadTable({ state, scope, first, line, campaign, hasClients, isClient }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const kept = useKeptList('leads')
  const { search, page, perPage, days } = state
  const hasCampaigns = !state.campaign
  const columns = columnsFor({ line, hasCampaigns, hasClients, isClient }, (lead) => state.openLead(nameLead(lead)))
  const asked = { ...scope, ...sortOf(state.sort), searchQuery: search }
  const list = JSON.stringify([asked, perPage])
  const cursors = useCursors(list)
  const cursor = cursors.find(page)
  // With figures and chart in one call; where it says nothing of the leads, they are asked for as any other page is.
  const isFirst = page === 1 && search === '' && state.sort === undefined
  const isTold = isFirst && first.error === undefined && (first.isValidating || first.data?.leads !== undefined)
  const listed = useCall('leads.list', isTold ? null : { ...asked, page, perPage, ...(cursor && { cursor }) }, {
    keep: true,
  })
  const { error, reload } = listed
  const { data, isLoading, isValidating } = isTold ? { ...first, data: first.data?.leads } : listed
  // Rows of the list before may still stand here.
  const own = isValidating ? undefined : data
  cursors.learn(own)
  usePageInRange(page, own, state.setPage)
  const isFiltered = search !== ''
  const wider = days !== undefined && days < WIDEST

  return (
    <div ref={top}>
      <FilterBar
        search={{
          value: search,
          onChange: state.setSearch,
          label: 'Search leads',
          placeholder: isSearching(line) ? 'Name, address, keyword' : 'Name, address, page',
        }}
        tools={
          <>
            <SaveLeads asked={asked} disabled={!data || data.total === 0} onOrdered={state.openFile} />
            <ListTools columns={columns} kept={kept} />
          </>
        }
      />
      {state.file && <LeadFile asked={asked} id={state.file} onClose={() => state.openFile('')} />}
      <DataTable
        label={campaign ? `Leads of ${campaign.campaignName}` : 'Leads'}
        columns={columns}
        hidden={kept.hidden}
        rows={data?.data}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        sort={state.sort}
        onSort={state.setSort}
        refreshing={isValidating && !isLoading}
        error={
          error === undefined
            ? undefined
            : { title: 'The leads could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={
          isFiltered
            ? { title: 'No lead matches', onClear: () => state.setSearch('') }
            : {
                title: days === undefined ? 'No leads on these days' : `No leads in the last ${days} days`,
                text: campaign
                  ? `People that “${campaign.campaignName}” finds in these days are listed here.`
                  : 'People that campaigns find in these days are listed here.',
                ...(wider && {
                  action: (
                    <Button variant="default" onClick={state.widen}>
                      Show the last {WIDEST} days
                    </Button>
                  ),
                }),
              }
        }
        skeletonRows={8}
      />
      {data && data.total > 0 && (
        <Pager
          page={page}
          total={data.total}
          onChange={state.setPage}
          perPage={perPage}
          onPerPage={state.setPerPage}
          scrollTo={top}
          disabled={isValidating}
        />
      )}
      <LeadPanel named={state.lead} of={campaign} onClose={() => state.openLead('')} />
    </div>
  )
}
