import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Route } from '#shared/access/routes.ts'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { readRows, useAddress, writeRows } from '../../ui/use-address.ts'
import type { Campaign } from './campaign-tabs.tsx'
import { LeadTable } from './lead-table.tsx'
import { choices, nameOf, ranges } from './ranges.ts'

const MOST = 25
const labelOf = ({ campaignName, companyName, campaignNumber }: Campaign) =>
  `${campaignName} · ${companyName} · ${campaignNumber}`

/** The leads of any campaign of a product, for administrators: the campaign is searched for, by its name, client or number. */
export default function LeadsManagementPage({ route: { line = 'local' } }: { route: Route }) {
  const me = useMe()
  const { read, put } = useAddress()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const shared = {
    companyId: me.companyId,
    type: line,
    group: 'none',
    clientId: 'none',
    sort: 'none',
    order: 'none',
    perPage: MOST,
  } as const
  const newest = useCall('campaigns.list', { ...shared, search: 'none' })
  const number = read('campaign')
  const named = useCall('campaigns.list', number ? { ...shared, search: number } : null)
  const isTyped = search !== '' && !search.includes(' · ')
  const found = useCall(
    'campaigns.list',
    isTyped ? { ...shared, search: search.replaceAll('/', ' ').trim() || 'none' } : null,
    { keep: true },
  )
  const isLooking = number !== '' && !named.data && named.error === undefined
  const campaign = isLooking ? undefined : (named.data?.data[0] ?? newest.data?.data[0])
  const options = (isTyped ? found : newest).data?.data ?? []
  const shown = campaign && !options.some(({ id }) => id === campaign.id) ? [campaign, ...options] : options
  const perPage = readRows(read('rows'))
  const days = ranges.find((each) => String(each) === read('days')) ?? 30
  return (
    <Page
      title={`${nameOf(line, me)} leads`}
      description="What each campaign of this product has found."
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
      {!newest.data && newest.error === undefined && <SkeletonLines />}
      {!newest.data && newest.error !== undefined && (
        <ErrorState
          title="The campaigns could not be loaded"
          onRetry={() => void newest.reload()}
          retrying={newest.isValidating}
        >
          {messageOf(newest.error)}
        </ErrorState>
      )}
      {newest.data && !campaign && !isLooking && (
        <EmptyState title="No campaigns yet">Leads are listed here as soon as a client has a campaign.</EmptyState>
      )}
      {campaign && (
        <>
          <FilterBar>
            <Select
              aria-label="Campaign"
              placeholder="Name, client or number"
              w={420}
              maw="100%"
              searchable
              allowDeselect={false}
              filter={({ options: all }) => all}
              data={shown.map((each) => ({ value: each.campaignNumber, label: labelOf(each) }))}
              value={campaign.campaignNumber}
              nothingFoundMessage={found.isLoading ? 'Searching…' : 'No campaign matches.'}
              onSearchChange={setText}
              onChange={(value) => value && put({ campaign: value, lead: undefined })}
            />
          </FilterBar>
          <LeadTable
            key={`${campaign.id} ${days} ${perPage}`}
            companyId={campaign.companyId}
            campaign={campaign}
            days={days}
            perPage={perPage}
            onPerPage={(rows) => put({ rows: writeRows(rows) })}
            onWiden={() => put({ days: '90' })}
          />
        </>
      )}
    </Page>
  )
}
