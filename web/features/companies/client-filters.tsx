import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { campaignStates, cardStatuses } from '#shared/model/node.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { useListState } from './use-list-state.ts'

const filters = [
  {
    key: 'card',
    label: 'Card',
    title: 'Card status',
    values: cardStatuses,
    names: { active: 'Active card', failed: 'Failed card', none: 'No card' },
    width: 160,
  },
  {
    key: 'campaigns',
    label: 'Campaigns',
    title: 'Campaign status',
    values: campaignStates,
    names: { active: 'Active campaigns', inactive: 'Inactive campaigns', none: 'No campaign' },
    width: 180,
  },
] as const

const nameOf = ({ names }: (typeof filters)[number], value: string): string | undefined =>
  Object.entries(names).find(([name]) => name === value)?.[1]

type Props = Pick<ReturnType<typeof useListState>, 'state' | 'change'> & { tools: ReactNode; hint: string | undefined }

/** What a list of clients is searched for, and which cards and campaigns they have. */
export function ClientFilters({ state, change, tools, hint }: Props) {
  return (
    <FilterBar
      tools={tools}
      search={{
        value: state.search,
        onChange: (text) => change({ search: text }, 'typing'),
        label: 'Search clients',
        placeholder: 'Company, name or e-mail',
        hint,
      }}
      active={filters.flatMap((filter) => {
        const value = nameOf(filter, state[filter.key])
        return value ? [{ ...filter, value, onClear: () => change({ [filter.key]: '' }) }] : []
      })}
      onClearAll={() => change({ card: '', campaigns: '' })}
    >
      {filters.map((filter) => (
        <Select
          key={filter.key}
          aria-label={filter.title}
          placeholder={filter.title}
          clearable
          w={filter.width}
          data={filter.values.map((value) => ({ value, label: nameOf(filter, value) ?? value }))}
          value={state[filter.key] || null}
          onChange={(value) => change({ [filter.key]: value ?? '' })}
        />
      ))}
    </FilterBar>
  )
}
