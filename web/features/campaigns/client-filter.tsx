import { useCall } from '../../api/use-call.ts'
import { type Choice, SearchSelect, useSearchText } from '../../ui/search-select.tsx'

type Props = { companyId: string; chosen: Choice | undefined; onChange: (id: string) => void }

/** One of an agency's clients, however many it has: found by the letters of its name. */
export function ClientFilter({ companyId, chosen, onChange }: Props) {
  const { search, setText } = useSearchText(chosen)
  const { data, isLoading, error } = useCall('companies.find', search ? { companyId, search } : null, { keep: true })
  return (
    <SearchSelect
      label="Client"
      what="client"
      chosen={chosen}
      found={search ? (data?.companies ?? []) : []}
      search={search}
      isLoading={isLoading}
      isFailed={search !== '' && error !== undefined}
      onText={setText}
      onChange={onChange}
    />
  )
}
