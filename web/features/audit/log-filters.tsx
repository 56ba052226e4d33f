import { Button, type ComboboxParsedItem, Select, Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { logTypeNames } from '#shared/audit-log.ts'
import { MIN_LETTERS } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { timeZone } from '../../api/address.ts'
import { send } from '../../api/client.ts'
import { timeNow } from '../../api/server-time.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { useSearch } from '../../ui/use-search.ts'
import { type LogFilter, type Named, noFilter } from './log-filter.ts'

/** Reached by the keyboard too. */
const clearBy = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '1.5rem' }) as const

type Choice = { companyId: string; value: Named | null; onChange: (chosen: Named | null) => void }

function UserSelect({ companyId, value, onChange }: Choice) {
  const [text, setText] = useState(value?.label ?? '')
  const search = useCallback(
    async (searchUser: string): Promise<Named[]> => {
      const { data } = await send('companies.showUser', { companyId: companyId, searchUser })
      return data.map(({ id, name, companyName }) => ({ value: id, label: `${name} (${companyName})` }))
    },
    [companyId],
  )
  const { status, items } = useSearch(text === value?.label ? '' : text, search)
  const others = items.filter((item) => item.value !== value?.value)
  const said = {
    idle: `Type at least ${MIN_LETTERS} letters to search.`,
    searching: 'Loading Data',
    found: 'Nobody found for this text.',
    failed: messages.lookUpFailed,
  }[status]
  return (
    <Select
      label="User"
      placeholder="Everybody"
      searchable
      clearable
      clearButtonProps={clearBy('Clear the user')}
      data={value ? [value, ...others] : others}
      // The server has chosen already.
      filter={({ options }) => options}
      nothingFoundMessage={said}
      searchValue={text}
      onSearchChange={setText}
      value={value?.value ?? null}
      onChange={(id) => onChange([...(value ? [value] : []), ...items].find((item) => item.value === id) ?? null)}
    />
  )
}

const toCampaigns = ({ data }: Output<'companies.showCampaigns'>): Named[] =>
  data.map(({ campaignNumber, campaignName, companyName }) => ({
    value: campaignNumber,
    label: `${campaignName} (${companyName})`,
  }))

/** The first campaigns are there at once; where there are more, they are searched by their own name or their client's. */
function CampaignSelect({ companyId, value, onChange }: Choice) {
  const { data, error, reload } = useCall('companies.showCampaigns', { companyId: companyId })
  const [text, setText] = useState(value?.label ?? '')
  const isCut = data?.isCut ?? false
  const search = useCallback(
    async (words: string) =>
      toCampaigns(await send('companies.showCampaigns', { companyId: companyId, search: words })),
    [companyId],
  )
  const { status, items } = useSearch(isCut && text !== value?.label ? text : '', search)
  const first = data ? toCampaigns(data) : []
  const offered = status === 'found' ? items : first
  const others = offered.filter((item) => item.value !== value?.value)
  const said = isCut
    ? {
        idle: `There are more campaigns. Type at least ${MIN_LETTERS} letters to search them.`,
        searching: 'Loading Data',
        found: 'No campaign of this name. You can search by the name of the client, too.',
        failed: messages.lookUpFailed,
      }[status]
    : 'No campaign of this name'
  return (
    <Select
      label="Campaign"
      placeholder={data || error ? 'All campaigns' : 'Loading Data'}
      description={isCut ? 'The first ones are listed. Type to search all.' : undefined}
      searchable
      clearable
      clearButtonProps={clearBy('Clear the campaign')}
      data={value ? [value, ...others] : others}
      {...(status === 'found' && { filter: ({ options }: { options: ComboboxParsedItem[] }) => options })}
      error={
        error !== undefined && <TryAgain onRetry={() => void reload()}>The campaigns could not be loaded.</TryAgain>
      }
      nothingFoundMessage={said}
      searchValue={text}
      onSearchChange={setText}
      value={value?.value ?? null}
      onChange={(id) => onChange([...(value ? [value] : []), ...offered].find((item) => item.value === id) ?? null)}
    />
  )
}

type Props = {
  isOpen: boolean
  onClose: () => void
  companyId: string
  filter: LogFilter
  onApply: (filter: LogFilter) => void
}

/** What the book is narrowed by. Nothing is asked until it is applied. */
export function LogFilters({ isOpen, onClose, companyId, filter, onApply }: Props) {
  const [draft, setDraft] = useState(filter)
  const categories = useCall('audit.categories', isOpen ? {} : null)
  const actions = categories.data?.data.map(({ action }) => action) ?? []
  const set = (change: Partial<LogFilter>) => setDraft({ ...draft, ...change })
  const apply = (next: LogFilter) => {
    setDraft(next)
    onApply(next)
    onClose()
  }
  return (
    <SidePanel
      opened={isOpen}
      onClose={onClose}
      title="Filter the logs"
      position="right"
      actions={
        <>
          <Button variant="default" onClick={() => apply(noFilter)}>
            Reset
          </Button>
          <Button onClick={() => apply(draft)}>Apply</Button>
        </>
      }
    >
      <Stack gap="md">
        <Select
          label="User type"
          allowDeselect={false}
          data={logTypeNames.map(({ value, label }) => ({ value, label }))}
          value={draft.userType}
          onChange={(type) => set({ userType: logTypeNames.find(({ value }) => value === type)?.value ?? '9999' })}
        />
        <UserSelect companyId={companyId} value={draft.user} onChange={(user) => set({ user })} />
        <Select
          label="Action"
          placeholder={categories.data || categories.error !== undefined ? 'All actions' : 'Loading Data'}
          error={
            !categories.data &&
            categories.error !== undefined && (
              <TryAgain onRetry={() => void categories.reload()}>The actions could not be loaded.</TryAgain>
            )
          }
          searchable
          clearable
          clearButtonProps={clearBy('Clear the action')}
          data={actions}
          value={draft.action === 'all' ? null : draft.action}
          onChange={(action) => set({ action: (action ?? 'all') as LogFilter['action'] })}
        />
        <CampaignSelect companyId={companyId} value={draft.campaign} onChange={(campaign) => set({ campaign })} />
        <DateRange
          label="Days"
          today={dayIn(timeZone(), timeNow())}
          value={draft.days}
          onChange={(days) => set({ days })}
        />
      </Stack>
    </SidePanel>
  )
}
