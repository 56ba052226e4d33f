import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { SEARCH_WAIT_MS } from '#shared/constants.ts'
import { useCall } from '../../api/use-call.ts'
import { CampaignState } from '../../ui/campaign-state.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import classes from './companies.module.css'
import type { CompanyRow } from './use-company-list.ts'

/** The campaigns of a client, below its row. Where there are more than one answer holds, they are searched. */
export function ClientCampaigns({ row }: { row: CompanyRow }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS)
  const companyId = row.companyId
  const all = useCall('companies.showCampaigns', { companyId })
  const found = useCall('companies.showCampaigns', search ? { companyId, search } : { companyId })
  const { data } = found
  const name = (line: string) => row.rootModules.find(({ value }) => value === line)?.label ?? line
  return (
    <Stack gap="xs">
      {all.data?.isCut && (
        <TextInput
          type="search"
          aria-label={`Search campaigns of ${row.companyName}`}
          placeholder="Name of the campaign"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <NotYet of={found} title="The campaigns could not be loaded" rows={2} height={14} />
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {search
            ? 'No campaign of this name. Try other words.'
            : row.userType === 'agency'
              ? 'Its clients have no campaign.'
              : 'This client has no campaign.'}
        </Text>
      )}
      {data && data.data.length > 0 && (
        <ul className={classes.terms} aria-label={`Campaigns of ${row.companyName}`}>
          {data.data.map((campaign) => (
            <li key={campaign.campaignNumber} className={classes.change}>
              <span dir="auto">{campaign.campaignName}</span>
              <Group gap="xs" wrap="nowrap" className={classes.state}>
                <Text component="span" size="sm" c="dimmed">
                  {name(campaign.productLine)}
                </Text>
                <CampaignState status={campaign.status} isScheduled={campaign.isScheduled} />
              </Group>
            </li>
          ))}
        </ul>
      )}
      {data?.isCut && (
        <Text size="sm" c="dimmed">
          These are the newest {data.data.length}. Search for the others by name.
        </Text>
      )}
    </Stack>
  )
}
