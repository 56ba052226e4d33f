import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { useCall } from '../../api/use-call.ts'
import { TryAgain } from '../../ui/try-again.tsx'

type Props = {
  companyId: string
  value: string
  onChange: (id: string) => void
  label: string
  description?: string
  error?: ReactNode
  required?: boolean
}
type Named = { id: string; campaignName: string; campaignNumber: string; companyId: string; companyName: string }

/** So many are offered at once; letters find the others. */
const MOST = 25

/** One campaign by its id: it may be on no page of any list. `onRetry` where it could not be had. */
export function useCampaign(id: string): { campaign: Named | undefined; onRetry: (() => void) | undefined } {
  const { data, error, reload } = useCall('campaigns.get', id ? { id } : null)
  return { campaign: data?.data, onRetry: !data && error !== undefined ? () => void reload() : undefined }
}

/** One of a company's campaigns that look for people by keywords, however many there are: found by its name, its client's or its number. */
export function CampaignSelect({ companyId, value, onChange, description, ...field }: Props) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<Named>()
  const { campaign: named, onRetry } = useCampaign(value === picked?.id ? '' : value)
  const chosen = value ? (value === picked?.id ? picked : named) : undefined
  /** Clients often have campaigns of one name: whose it is says the agency's list. */
  const labelOf = (each: Named) =>
    `${each.campaignName} (${each.campaignNumber})${each.companyId === companyId ? '' : ` · ${each.companyName}`}`
  // What stands in the field once something is chosen is no question.
  const isTyped = search !== '' && !(chosen && search === labelOf(chosen).trim())
  const list = useCall(
    'campaigns.list',
    isOpen
      ? {
          companyId,
          group: 'none',
          type: 'none',
          clientId: 'none',
          sort: 'none',
          order: 'none',
          // A slash would end the segment of the address that the words stand in.
          search: (isTyped && search.replaceAll('/', ' ').trim()) || 'none',
          searchesOnly: true,
          perPage: MOST,
        }
      : null,
    { keep: true },
  )
  const { data } = list
  const isFailed = list.error !== undefined && !data
  const found: readonly Named[] = data?.data ?? []
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const isCut = !isTyped && data !== undefined && data.total > data.data.length
  const more = isCut && 'The newest are listed. Type a name or a number to find the others.'
  return (
    <Select
      {...field}
      description={[description, more].filter(Boolean).join(' ')}
      searchable
      clearable={!field.required}
      placeholder={field.required ? 'Choose a campaign' : 'None'}
      // The server has looked for the words already.
      filter={({ options: all }) => all}
      data={options.map((each) => ({ value: each.id, label: labelOf(each) }))}
      value={chosen?.id ?? null}
      onDropdownOpen={() => setOpen(true)}
      onSearchChange={setText}
      onChange={(id) => {
        setPicked(options.find((each) => each.id === id))
        onChange(id ?? '')
      }}
      error={
        field.error ||
        (onRetry && <TryAgain onRetry={onRetry}>The chosen campaign could not be loaded.</TryAgain>) ||
        (isFailed && <TryAgain onRetry={() => void list.reload()}>The campaigns could not be loaded.</TryAgain>)
      }
      nothingFoundMessage={
        isFailed
          ? messages.lookUpFailed
          : list.isLoading || !data
            ? 'Searching…'
            : 'No campaign that looks for keywords has this name or number.'
      }
    />
  )
}
