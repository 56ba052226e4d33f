import { Select } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'

type Props = { value: string; onChange: (companyId: string) => void }

/** The agencies of an account executive: as many as one person looks after. */
export function AgencySelect({ value, onChange }: Props) {
  const me = useMe()
  const { data } = useCall('companies.salesDownline', {
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
      placeholder={data ? 'Choose an agency' : 'Loading Data'}
      searchable
      maw={360}
      mb="md"
      data={data?.data.map((row) => ({ value: row.companyId, label: row.companyName })) ?? []}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
