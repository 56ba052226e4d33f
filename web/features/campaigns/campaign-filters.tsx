import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { stateWords } from '../../ui/campaign-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ClientFilter } from './client-filter.tsx'
import type { GroupRow } from './move-to-group.tsx'
import { useLines } from './use-lines.ts'
import { type Filters, states, type useListState } from './use-list-state.ts'

type Props = Pick<ReturnType<typeof useListState>, 'state' | 'change'> & {
  companyId: string
  page: Output<'campaigns.list'> | undefined
  /** What the list can be narrowed by besides its states. */
  by: { client: boolean; line: boolean }
  groups: { list: readonly GroupRow[]; isLoading: boolean; onRetry: (() => void) | undefined }
  tools: ReactNode
}

export const noFilters: Filters = { search: '', status: '', group: '', client: '', line: '' }

/** Its name stands in the rows; where they are none, the server is asked. */
function useClient(id: string, page: Props['page']) {
  const row = page?.data.find(({ companyId }) => companyId === id)
  const { data, error, reload } = useCall('companies.get', id && page && !row ? { companyId: id } : null)
  if (!id) return undefined
  const name = row?.companyName ?? data?.data.companyName
  const onRetry = name === undefined && error !== undefined ? () => void reload() : undefined
  return { id, name: name ?? (onRetry ? 'Name unknown' : '…'), onRetry }
}

/** What a list of campaigns is searched for, and which states, groups and clients it shows. */
export function CampaignFilters({ state, change, companyId, page, by, groups, tools }: Props) {
  const { lines, nameOf } = useLines()
  const client = useClient(by.client ? state.client : '', page)
  const group = groups.list.find(({ id }) => id === state.group)
  const unknownGroup = groups.isLoading ? '…' : 'a group that is gone'
  const chip = (key: keyof Filters, label: string, value: string | undefined, onRetry?: () => void) =>
    value ? [{ key, label, value, onRetry, onClear: () => change({ [key]: '' }) }] : []
  return (
    <FilterBar
      tools={tools}
      search={{
        value: state.search,
        onChange: (text) => change({ search: text }, 'typing'),
        label: 'Search campaigns',
        placeholder: by.client ? 'Name, client or number' : 'Name or number',
      }}
      active={[
        ...chip('status', 'Status', state.status && stateWords[state.status]),
        ...(by.line ? chip('line', 'Product', state.line && nameOf(state.line)) : []),
        ...chip('client', 'Client', client?.name, client?.onRetry),
        ...chip('group', 'Group', state.group && (group?.groupName ?? unknownGroup), groups.onRetry),
      ]}
      onClearAll={() => change({ status: '', group: '', client: '', line: '' })}
    >
      <Select
        aria-label="Status"
        placeholder="Status"
        clearable
        w={140}
        data={states.map((value) => ({ value, label: stateWords[value] }))}
        value={state.status || null}
        onChange={(status) => change({ status: status ?? '' })}
      />
      {by.line && lines.length > 1 && (
        <Select
          aria-label="Product"
          placeholder="Product"
          clearable
          w={140}
          data={lines}
          value={state.line ?? null}
          onChange={(line) => change({ line: line ?? '' })}
        />
      )}
      {by.client && <ClientFilter companyId={companyId} chosen={client} onChange={(id) => change({ client: id })} />}
      {groups.list.length > 0 && (
        <Select
          aria-label="Group"
          placeholder="Group"
          clearable
          w={150}
          searchable={groups.list.length > 8}
          data={groups.list.map(({ id, groupName }) => ({ value: id, label: groupName }))}
          value={state.group || null}
          onChange={(id) => change({ group: id ?? '' })}
        />
      )}
    </FilterBar>
  )
}
