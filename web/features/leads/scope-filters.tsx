import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import type { ProductLine } from '#shared/model/company.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'

type Campaign = Pick<
  Output<'campaigns.list'>['data'][number],
  'campaignNumber' | 'campaignName' | 'companyName' | 'companyId'
>
type Named = { id: string; name: string }

const MOST = 25
const LEAST = 2
const clearBy = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0, size: '1.5rem' }) as const

type ClientProps = { companyId: string; chosen: Named | undefined; onChange: (id: string) => void }

/** One of an agency's clients, however many it has: found by the letters of its name. */
export function ClientSelect({ companyId, chosen, onChange }: ClientProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  // The name of the chosen one stands in the field, and is no question.
  const isAsked = search.length >= LEAST && search !== chosen?.name
  const { data, isLoading, error } = useCall('companies.find', isAsked ? { companyId, search } : null, { keep: true })
  const found = isAsked ? (data?.companies ?? []) : []
  const options = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Select
      aria-label="Client"
      placeholder="All clients"
      w={{ base: '100%', sm: 160, lg: 220 }}
      clearable
      clearButtonProps={clearBy('Show all clients')}
      searchable
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onSearchChange={setText}
      nothingFoundMessage={
        isLoading
          ? 'Searching…'
          : isAsked && error !== undefined
            ? messages.lookUpFailed
            : isAsked
              ? 'No client of this name.'
              : 'Type a part of the name.'
      }
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

type CampaignProps = {
  companyId: string
  /** Of one client alone. */
  clientId: string
  line: ProductLine
  /** Whether the reader has several clients, whose names then stand behind those of their campaigns. */
  hasClients: boolean
  chosen: Campaign | undefined
  onChange: (number: string) => void
}

/** One campaign of the product. They are asked for once somebody opens the list; where there are more, they are searched. */
export function CampaignSelect({ companyId, clientId, line, hasClients, chosen, onChange }: CampaignProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const [isOpen, setOpen] = useState(false)
  const labelOf = ({ campaignName, companyName }: Campaign) =>
    hasClients ? `${campaignName} · ${companyName}` : campaignName
  const isTyped = search !== '' && (!chosen || search !== labelOf(chosen))
  const asked = {
    companyId,
    type: line,
    group: 'none',
    clientId: clientId || 'none',
    sort: 'none',
    order: 'none',
    // A slash would end the segment of the address that the words stand in.
    search: (isTyped && search.replaceAll('/', ' ').trim()) || 'none',
    perPage: MOST,
  } as const
  const { data, isLoading, error, reload } = useCall('campaigns.list', isOpen ? asked : null, { keep: true })
  const isFailed = error !== undefined && !data
  const found: readonly Campaign[] = data?.data ?? []
  const options =
    chosen && !found.some((each) => each.campaignNumber === chosen.campaignNumber) ? [chosen, ...found] : found
  return (
    <Select
      aria-label="Campaign"
      placeholder="All campaigns"
      w={{ base: '100%', sm: 210 }}
      clearable
      clearButtonProps={clearBy('Show all campaigns')}
      searchable
      filter={({ options: all }) => all}
      data={options.map((each) => ({ value: each.campaignNumber, label: labelOf(each) }))}
      value={chosen?.campaignNumber ?? null}
      onDropdownOpen={() => {
        setOpen(true)
        if (isFailed) void reload()
      }}
      onSearchChange={setText}
      nothingFoundMessage={
        isFailed ? messages.lookUpFailed : isLoading || !data ? 'Searching…' : 'No campaign matches.'
      }
      onChange={(number) => onChange(number ?? '')}
    />
  )
}
