import { Badge, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Output } from '../../api/terms.ts'
import { toCount } from '../../ui/format.ts'
import classes from './campaign-tabs.module.css'

export type Campaign = Output<'campaigns.list'>['data'][number]

const colours: Record<Campaign['status'], string> = {
  active: 'green',
  paused: 'yellow',
  stopped: 'red',
  archived: 'gray',
  removed: 'gray',
}
const words: Record<Campaign['status'], string> = {
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped',
  archived: 'Archived',
  removed: 'Removed',
}

type Props = { campaigns: readonly Campaign[]; selected: string; onSelect: (id: string) => void; children: ReactNode }

export function CampaignTabs({ campaigns, selected, onSelect, children }: Props) {
  // One client's own campaigns need not say whose they are.
  const hasClients = new Set(campaigns.map(({ companyId }) => companyId)).size > 1
  return (
    <Tabs value={selected} onChange={(id) => id && onSelect(id)}>
      <Tabs.List aria-label="Campaigns" className={classes.list}>
        {campaigns.map((campaign) => (
          <Tabs.Tab
            key={campaign.id}
            value={campaign.id}
            classNames={{ tab: classes.tab ?? '', tabLabel: classes.label ?? '' }}
          >
            <span className={classes.name}>
              <bdi dir="auto" className={classes.text} title={campaign.campaignName}>
                {campaign.campaignName}
              </bdi>
              <Badge size="sm" color={colours[campaign.status]}>
                {words[campaign.status]}
              </Badge>
            </span>
            <Text component="span" size="xs" c="dimmed" className={classes.total} display="block">
              {hasClients && <bdi dir="auto">{campaign.companyName}</bdi>}
              {hasClients && ' · '}
              {toCount(campaign.leadsTotal)} {campaign.leadsTotal === 1 ? 'lead' : 'leads'}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={selected} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
