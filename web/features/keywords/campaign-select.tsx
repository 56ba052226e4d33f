import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { isSearching } from '#shared/campaigns/rules.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'

type Props = {
  companyId: string
  value: string
  onChange: (id: string) => void
  label: string
  description?: string
  error?: ReactNode
  required?: boolean
}

/** A company's campaigns that look for people by keywords. */
export function useSearchCampaigns(companyId: string) {
  const { data } = useCall('campaigns.list', {
    group: 'none',
    type: 'none',
    companyId,
    clientId: 'none',
    sort: 'name',
    order: 'asc',
    search: 'none',
    perPage: 100,
  })
  return data?.data.filter(({ productLine }) => isSearching(productLine))
}

/** Clients often have campaigns of one name: whose it is says the agency's list. */
const labelOf = (row: Output<'campaigns.list'>['data'][number], companyId: string) =>
  `${row.campaignName} (${row.campaignNumber})${row.companyId === companyId ? '' : ` · ${row.companyName}`}`

export function CampaignSelect({ companyId, value, onChange, ...field }: Props) {
  const campaigns = useSearchCampaigns(companyId)
  return (
    <Select
      {...field}
      searchable
      clearable={!field.required}
      placeholder={field.required ? 'Choose a campaign' : 'None'}
      data={(campaigns ?? []).map((row) => ({ value: row.id, label: labelOf(row, companyId) }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      nothingFoundMessage="No campaign of this name looks for keywords."
    />
  )
}
