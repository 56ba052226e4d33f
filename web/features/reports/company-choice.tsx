import { useCall } from '../../api/use-call.ts'
import { type Choice, SearchSelect, useSearchText } from '../../ui/search-select.tsx'

type Props = {
  /** The company whose agencies or clients these are. */
  companyId: string
  what: 'agency' | 'client'
  /** Empty for all. */
  value: string
  onChange: (id: string) => void
}

const labels = { agency: 'All agencies', client: 'All clients' }

/** An agency of the platform or a client of an agency, found by the letters of its name. */
export function CompanyChoice({ companyId, what, value, onChange }: Props) {
  const named = useCall('companies.get', value ? { companyId: value } : null)
  const isUnnamed = named.error !== undefined && !named.data
  const name = named.data?.data.companyName ?? (isUnnamed ? 'Name unknown' : '…')
  const chosen: Choice | undefined = value ? { id: value, name } : undefined
  const { search, setText } = useSearchText(chosen)
  const { data, isLoading, error } = useCall('companies.find', search ? { companyId, search } : null, { keep: true })
  return (
    <SearchSelect
      label={labels[what]}
      what={what}
      chosen={chosen}
      found={search ? (data?.companies ?? []) : []}
      search={search}
      isLoading={isLoading}
      isFailed={search !== '' && error !== undefined}
      onRetry={isUnnamed ? () => void named.reload() : undefined}
      onText={setText}
      onChange={onChange}
    />
  )
}
