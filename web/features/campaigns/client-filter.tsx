import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { useCall } from '../../api/use-call.ts'

type Client = { id: string; name: string }
type Props = { companyId: string; chosen: Client | undefined; onChange: (id: string) => void }

const LEAST = 2

/** One of an agency's clients, however many it has: found by the letters of its name. */
export function ClientFilter({ companyId, chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  // The name of the chosen one stands in the field, and is no question.
  const isAsked = search.length >= LEAST && search !== chosen?.name
  const { data, isLoading } = useCall('companies.find', isAsked ? { companyId, search } : null, { keep: true })
  const found = isAsked ? (data?.companies ?? []) : []
  const options = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Select
      aria-label="Client"
      placeholder="Client"
      w={180}
      clearable
      searchable
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onSearchChange={setText}
      nothingFoundMessage={isLoading ? 'Searching…' : isAsked ? 'No client of this name.' : 'Type a part of the name.'}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
