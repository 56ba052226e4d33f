import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import type { Route } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { readRows, useAddress, writeRows } from '../../ui/use-address.ts'
import { type Campaign, CampaignTabs } from './campaign-tabs.tsx'
import { LeadTable } from './lead-table.tsx'
import { choices, nameOf, ranges } from './ranges.ts'

const what: Record<ProductLine, string> = {
  local: 'People who visited your website and could be identified.',
  locator: 'People who searched for what you offer.',
  enhance: 'People of your own lists, with what else is known of them.',
  b2b: 'People at the companies you want to reach.',
}

/** Everything of the product. */
const noFilter = { group: 'none', clientId: 'none', sort: 'none', order: 'none', search: 'none' } as const

/** States whose campaigns are listed only where somebody asks for them. */
const putAway = ['archived', 'removed'] as const

type Row = { lastLeadAt: string | null }
/** Where people were found last comes first: that is what somebody comes here for. */
const byLastLead = (a: Row, b: Row) => (b.lastLeadAt ?? '').localeCompare(a.lastLeadAt ?? '')

/** The leads of one product line. Campaign and range stand in the address, so that a link shows the same list. */
export default function LeadsPage({ route: { line = 'local' } }: { route: Route }) {
  const me = useMe()
  const { read, put } = useAddress()
  const campaigns = useCall('campaigns.list', {
    ...noFilter,
    companyId: me.companyId,
    type: line,
    perPage: 100,
  })
  const asked = read('campaign')
  const named = (some: readonly Campaign[] | undefined) =>
    some?.find(({ id, campaignNumber }) => id === asked || campaignNumber === asked)
  const listed = campaigns.data?.data.toSorted(byLastLead)
  // What was put away or removed is in no list, nor what comes late in a long one: a link names it, and its leads stay readable.
  const isElsewhere = listed !== undefined && /^\d{8}$/.test(asked) && !named(listed)
  const away = useCall(
    'campaigns.list',
    isElsewhere
      ? {
          ...noFilter,
          companyId: me.companyId,
          type: line,
          search: asked,
          campaignStatus: putAway.find((status) => status === read('status')) ?? '',
          perPage: 1,
        }
      : null,
  )
  const found = isElsewhere ? named(away.data?.data) : undefined
  const isLooking = isElsewhere && !away.data && away.error === undefined
  const list = isLooking ? undefined : found ? [found, ...(listed ?? [])] : listed
  const campaign = named(list) ?? list?.[0]
  const perPage = readRows(read('rows'))
  const days = ranges.find((each) => String(each) === read('days')) ?? 30

  return (
    <Page
      title={nameOf(line, me)}
      description={what[line]}
      action={
        campaign && (
          <SegmentedControl
            aria-label="Range"
            data={choices}
            value={String(days)}
            onChange={(value) => put({ days: value })}
          />
        )
      }
    >
      <VisuallyHidden component="h2">Campaigns</VisuallyHidden>
      {!list && campaigns.error === undefined && <SkeletonLines />}
      {!list && campaigns.error !== undefined && (
        <ErrorState
          title="The campaigns could not be loaded"
          onRetry={() => void campaigns.reload()}
          retrying={campaigns.isValidating}
        >
          {messageOf(campaigns.error)}
        </ErrorState>
      )}
      {list && !campaign && (
        <EmptyState title="No campaigns yet" drawing="chart">
          {me.userType === 'client'
            ? 'As soon as your agency starts a campaign here, the people it finds are listed on this page.'
            : 'Campaigns belong to client companies. This company has none of its own.'}
        </EmptyState>
      )}
      {list && campaign && (
        <CampaignTabs
          campaigns={list}
          selected={campaign.id}
          onSelect={(id) => put({ campaign: id, status: undefined, lead: undefined })}
        >
          <LeadTable
            key={`${campaign.id} ${days} ${perPage}`}
            companyId={campaign.companyId}
            campaign={campaign}
            days={days}
            perPage={perPage}
            onPerPage={(rows) => put({ rows: writeRows(rows) })}
            onWiden={() => put({ days: '90' })}
          />
        </CampaignTabs>
      )}
    </Page>
  )
}
