import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProductLine } from '#shared/model/company.ts'
import { messageOf } from '../../api/api-error.ts'
import { useKeptList } from '../../api/kept-lists.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { ColumnMenu } from '../../ui/data-table/column-menu.tsx'
import { PagedTable } from '../../ui/data-table/paged-table.tsx'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { CampaignBulkBar } from './campaign-bulk-bar.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { CampaignFilters, noFilters } from './campaign-filters.tsx'
import { editorPath } from './paths.ts'
import { RefusalNote } from './refusal-note.tsx'
import { type CampaignRow, useCampaignList } from './use-campaign-list.ts'
import { useLines } from './use-lines.ts'
import { useListState } from './use-list-state.ts'
import { useRights } from './use-rights.ts'
import { useRowActions } from './use-row-actions.tsx'
import { useRun } from './use-run.ts'

const RemoveCampaign = lazy(() => import('./remove-campaign.tsx'))
const PaidAhead = lazy(() => import('./paid-ahead.tsx'))
const MoveToGroup = lazy(() => import('./move-to-group.tsx'))

type Props = {
  /** Whose campaigns: an agency's are those of its clients. */
  company: { id: string; isClient: boolean }
  /** The agency whose groups they are sorted into, where it is known. */
  groupsOf: string | undefined
  /** Of one product; otherwise of all. */
  line?: ProductLine | undefined
  isDense?: boolean
  /** Under which name the person has set up this list. */
  kept: string
  /** What other parts of the application offer for each campaign. */
  more?: ((row: CampaignRow) => RowAction[]) | undefined
  /** Begins the names in the address, where other lists stand on the same page. */
  prefix?: string
}

/** Campaigns to be found, started, stopped and put away: the whole of a page, or a tab of a company's. */
export function CampaignList({ company, groupsOf, line, isDense = false, kept: name, more, prefix = '' }: Props) {
  const rights = useRights()
  const { nameOf } = useLines()
  const kept = useKeptList(name)
  const { state, setPage, setPerPage, setSort, change } = useListState(prefix)
  const list = useCampaignList(company.id, line, state)
  const { data, reload } = list
  const refresh = useRefreshLists('campaigns')
  const found = useCall(
    'campaigns.listGroups',
    groupsOf && rights.mayReadGroups ? { companyId: groupsOf, userModule: 'LeadsPeek' } : null,
  )
  const groups = found.data?.params ?? []
  const [removing, setRemoving] = useState<CampaignRow | null>(null)
  const [grouping, setGrouping] = useState<CampaignRow | null>(null)
  const [balance, setBalance] = useState<CampaignRow | null>(null)
  const runner = useRun(data)
  const selected = useSelection(data?.data, ({ id }) => id)
  const actions = useRowActions({
    rights,
    runner,
    onRemove: setRemoving,
    onBalance: setBalance,
    onGroup: groups.length > 0 ? setGrouping : undefined,
    more,
  })
  const columns = campaignColumns({
    runner,
    rights,
    isDense,
    hasClients: !company.isClient,
    nameOf: line ? undefined : nameOf,
    hasGroups: groups.length > 0 && (data?.data.some(({ groupName }) => Boolean(groupName)) ?? false),
    hasBalance: data?.data.some(({ leadsRemaining }) => leadsRemaining !== null) ?? false,
  })
  const isFiltered = Boolean(state.search || state.status || state.group || state.client || (!line && state.line))
  const empty = {
    title: 'No campaigns yet',
    text: rights.mayCreate
      ? 'A campaign says whom you look for. Its leads, its costs and how it stands are listed here.'
      : 'Campaigns are listed here as soon as there are some.',
    ...(rights.mayCreate && {
      action: <NewCampaign line={line} client={company.isClient && !rights.isClient ? company.id : undefined} />,
    }),
  }

  return (
    <>
      <CampaignFilters
        state={state}
        change={change}
        companyId={company.id}
        page={data}
        by={{ client: !company.isClient, line: !line }}
        groups={{
          list: groups,
          isLoading: found.isLoading,
          onRetry: found.error !== undefined && !found.data ? () => void found.reload() : undefined,
        }}
        tools={
          prefix ? (
            <>
              <ColumnMenu columns={columns} hidden={kept.hidden} onHide={kept.hide} />
              {/* A tab has no head of its own for what is added to it. */}
              {rights.mayCreate && company.isClient && <NewCampaign client={company.id} />}
            </>
          ) : (
            <ListTools columns={columns} kept={kept} />
          )
        }
      />
      <PagedTable
        label="Campaigns"
        columns={columns}
        list={list}
        page={state.page}
        onPage={setPage}
        hidden={kept.hidden}
        perPage={state.perPage}
        onPerPage={setPerPage}
        keyOf={(row) => row.id}
        nameOf={(row) => row.campaignName}
        sort={state.sort}
        onSort={setSort}
        selection={rights.mayUpdate ? selected.selection : undefined}
        actions={actions}
        note={(row) => {
          const refusal = runner.refusal(row)
          return (
            refusal && <RefusalNote row={row} refusal={refusal} rights={rights} onClose={() => runner.dismiss(row)} />
          )
        }}
        failed={{ title: 'The campaigns could not be loaded', text: messageOf(list.error) }}
        empty={
          isFiltered
            ? {
                title: 'No campaign matches',
                text: 'Try other words, or clear the filters.',
                onClear: () => change(noFilters),
              }
            : empty
        }
      />
      {rights.mayUpdate && (
        <CampaignBulkBar rows={selected.rows} rights={rights} onClear={selected.clear} onDone={() => void refresh()} />
      )}
      <Suspense fallback={null}>
        {removing && <RemoveCampaign row={removing} onClose={() => setRemoving(null)} />}
        {balance && <PaidAhead row={runner.shown(balance)} rights={rights} onClose={() => setBalance(null)} />}
        {grouping && (
          <MoveToGroup
            row={grouping}
            groups={groups}
            onClose={() => {
              setGrouping(null)
              void reload()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Opens the editor with what is known already. */
export function NewCampaign({ line, client }: { line?: ProductLine | undefined; client?: string | undefined }) {
  return (
    <Button component={Link} to={editorPath({ line, client })}>
      New campaign
    </Button>
  )
}
