import { Select } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { TryAgain } from '../../ui/try-again.tsx'

type Props = { value: string; onChange: (companyId: string) => void }

/** The agencies of an account executive: as many as one person looks after. */
export function AgencySelect({ value, onChange }: Props) {
  const me = useMe()
  const { data, error, reload } = useCall('companies.salesDownline', {
    companyId: me.companyId,
    salesId: me.id,
    page: 1,
    perPage: 100,
    sort: 'companyName',
    order: 'asc',
    search: 'none',
  })
  return (
    <Select
      label="Agency"
      placeholder={data || error !== undefined ? 'Choose an agency' : 'Loading Data'}
      error={
        !data &&
        error !== undefined && <TryAgain onRetry={() => void reload()}>The agencies could not be loaded.</TryAgain>
      }
      searchable
      maw={360}
      mb="md"
      data={data?.data.map((row) => ({ value: row.companyId, label: row.companyName })) ?? []}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
