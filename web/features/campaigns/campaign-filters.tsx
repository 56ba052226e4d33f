import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ClientFilter } from './client-filter.tsx'
import type { GroupRow } from './move-to-group.tsx'
import { filterWords } from './status-words.ts'
import { useLines } from './use-lines.ts'
import { type Filters, states, type useListState } from './use-list-state.ts'

type Props = Pick<ReturnType<typeof useListState>, 'state' | 'change'> & {
  companyId: string
  page: Output<'campaigns.list'> | undefined
  /** What the list can be narrowed by besides its states. */
  by: { client: boolean; line: boolean }
  groups: readonly GroupRow[]
  tools: ReactNode
}

export const noFilters: Filters = { search: '', status: '', group: '', client: '', line: '' }

/** Its name stands in the rows; where they are none, the server is asked. */
function useClient(id: string, page: Props['page']) {
  const row = page?.data.find(({ companyId }) => companyId === id)
  const { data } = useCall('companies.get', id && page && !row ? { companyId: id } : null)
  return id ? { id, name: row?.companyName ?? data?.data.companyName ?? '…' } : undefined
}

/** What a list of campaigns is searched for, and which states, groups and clients it shows. */
export function CampaignFilters({ state, change, companyId, page, by, groups, tools }: Props) {
  const { lines, nameOf } = useLines()
  const client = useClient(by.client ? state.client : '', page)
  const group = groups.find(({ id }) => id === state.group)
  const chip = (key: keyof Filters, label: string, value: string | undefined) =>
    value ? [{ key, label, value, onClear: () => change({ [key]: '' }) }] : []
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
        ...chip('status', 'Status', state.status && filterWords[state.status]),
        ...(by.line ? chip('line', 'Product', state.line && nameOf(state.line)) : []),
        ...chip('client', 'Client', client?.name),
        ...chip('group', 'Group', state.group && (group?.groupName ?? 'a group that is gone')),
      ]}
      onClearAll={() => change({ status: '', group: '', client: '', line: '' })}
    >
      <Select
        aria-label="Status"
        placeholder="Status"
        clearable
        w={140}
        data={states.map((value) => ({ value, label: filterWords[value] }))}
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
      {groups.length > 0 && (
        <Select
          aria-label="Group"
          placeholder="Group"
          clearable
          w={150}
          searchable={groups.length > 8}
          data={groups.map(({ id, groupName }) => ({ value: id, label: groupName }))}
          value={state.group || null}
          onChange={(id) => change({ group: id ?? '' })}
        />
      )}
    </FilterBar>
  )
}
