import { Button, Select } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconTargetArrow from '@tabler/icons-react/dist/esm/icons/IconTargetArrow.mjs'
import { lazy, Suspense, useMemo, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { readPage, readSort, useAddress, writePage, writeSort } from '../../ui/use-address.ts'
import { useOnce } from '../../ui/use-once.ts'
import { useCampaign } from './campaign-select.tsx'
import { columnsOf, type LookupRow, statuses } from './lookup-columns.tsx'

const CountForm = lazy(() => import('./count-form.tsx'))
const ApplyDialog = lazy(() => import('./apply-dialog.tsx'))

/** A count takes its time: while one is under way the table looks again. */
const LOOK_AGAIN_MS = 30_000
const RUNNING = 'A count is running. Try again when it has finished.'
const isStatus = (text: string): text is LookupRow['status'] => Object.hasOwn(statuses, text)
const statusChoices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }))

/** How many people searched for keywords in an area: of a company, or of one campaign that the address names. */
export default function KeywordCountsPage() {
  const me = useMe()
  const may = useMay()
  const { read, put } = useAddress()
  const [isCounting, setCounting] = useState(false)
  const [applied, setApplied] = useState<LookupRow | null>(null)
  const companyId = read('company') || me.companyId
  const campaignId = read('campaign')
  const status = read('status')
  const page = readPage(read('page'))
  const sort = readSort(read('sort'))
  const { campaign, onRetry } = useCampaign(campaignId)
  const list = useCall(
    'keywords.countHistory',
    {
      companyId,
      page,
      ...(isStatus(status) && { status }),
      ...(sort?.key === 'count' && { sort: 'count', order: sort.direction }),
      ...(campaignId && { campaignId }),
    },
    { keep: true, every: LOOK_AGAIN_MS, until: ({ running }) => running.length === 0 },
  )
  const { send } = useSend('keywords.queueCount')
  const { once } = useOnce()
  const { data } = list
  const rows = data?.data
  const columns = useMemo(() => columnsOf(rows ?? [], data?.from ?? 1), [rows, data?.from])
  const mayCount = may('campaign:update', 'POST')
  const mayApply = may('campaign:update', 'PUT')
  const reload = () => void list.reload()

  const retry = async (row: LookupRow) => {
    try {
      const { message } = await send({
        companyId,
        ...(row.campaignId && { campaignId: row.campaignId }),
        keyword: row.keyword,
        isNational: row.targetLocation === 'National Targeting',
        states: row.states,
        cities: row.cities,
        zipCode: row.zipCode,
      })
      notify('success', message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    reload()
  }
  const actionsOf = (row: LookupRow): RowAction[] => [
    ...(mayCount && row.status === 'error'
      ? [
          {
            key: 'retry',
            label: 'Retry',
            icon: <IconRefresh size={16} />,
            why: data?.running.includes(row.campaignId) ? RUNNING : undefined,
            onClick: () => void once(() => retry(row)),
          },
        ]
      : []),
    ...(mayApply && (row.status === 'success' || row.status === 'no_result')
      ? [
          {
            key: 'apply',
            label: 'Apply to a campaign',
            icon: <IconTargetArrow size={16} />,
            onClick: () => setApplied(row),
          },
        ]
      : []),
  ]
  const add = mayCount && <Button onClick={() => setCounting(true)}>Count keywords</Button>
  const clear = () => put({ status: undefined, campaign: undefined, page: undefined })
  const active = [
    ...(isStatus(status)
      ? [
          {
            key: 'status',
            label: 'Status',
            value: statuses[status].label,
            onClear: () => put({ status: undefined, page: undefined }),
          },
        ]
      : []),
    ...(campaignId
      ? [
          {
            key: 'campaign',
            label: 'Campaign',
            value: campaign?.campaignName ?? '…',
            onRetry,
            onClear: () => put({ campaign: undefined, page: undefined }),
          },
        ]
      : []),
  ]
  return (
    <Page
      title="Keyword counts"
      description="How many people searched for keywords in the last 7 days, before a campaign looks for them."
      action={add}
    >
      <FilterBar active={active} onClearAll={clear}>
        <Select
          aria-label="Status"
          placeholder="Status"
          w={160}
          clearable
          data={statusChoices}
          value={isStatus(status) ? status : null}
          onChange={(next) => put({ status: next ?? undefined, page: undefined })}
        />
      </FilterBar>
      <PagedTable
        label="Keyword counts"
        columns={columns}
        list={list}
        page={page}
        onPage={(next, how) => put({ page: writePage(next) }, how)}
        pagesLabel="Pages of the counts"
        keyOf={({ id }) => id}
        nameOf={({ keyword }) => keyword}
        sort={sort}
        onSort={(next) => put({ sort: writeSort(next), page: undefined })}
        actions={actionsOf}
        failed={{ title: 'The counts could not be loaded', text: messageOf(list.error) }}
        empty={
          active.length > 0
            ? { title: 'No count matches', text: 'Try another filter.', onClear: clear }
            : {
                title: 'No counts yet',
                text: 'Enter keywords and a place, and see how many people searched for them.',
                action: add,
                drawing: 'chart',
              }
        }
      />
      <Suspense fallback={null}>
        {isCounting && (
          <CountForm
            companyId={companyId}
            campaignId={campaign?.id ?? ''}
            onClose={() => setCounting(false)}
            onSaved={reload}
          />
        )}
        {applied && <ApplyDialog row={applied} companyId={companyId} onClose={() => setApplied(null)} />}
      </Suspense>
    </Page>
  )
}
