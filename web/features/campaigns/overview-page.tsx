import { Anchor, SimpleGrid } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/table-types.ts'
import { Figure } from '../../ui/figure.tsx'
import { toCount } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { CampaignList, NewCampaign } from './campaign-list.tsx'
import classes from './campaigns.module.css'
import { GroupsButton } from './groups-button.tsx'
import { useLines } from './use-lines.ts'
import { useRights } from './use-rights.ts'

type LineRow = Output<'campaigns.overview'>['data'][number]

/** Where each figure leads: the list below, with what is counted first. */
const figures = [
  { key: 'active', label: 'Active', query: 'status=active' },
  { key: 'paused', label: 'Paused', query: 'status=paused' },
  { key: 'stopped', label: 'Stopped', query: 'status=stopped' },
  { key: 'archived', label: 'Archived', query: 'status=archived' },
  { key: 'leadsToday', label: 'Leads today', query: 'sort=-leadsToday' },
  { key: 'leadsWeek', label: 'Leads in 7 days', query: 'sort=-lastLead' },
] as const

const nothing = { active: 0, paused: 0, stopped: 0, archived: 0, leadsToday: 0, leadsWeek: 0 }

function ToList({ query, what, count }: { query: string; what: string; count: number }) {
  return (
    <Anchor
      component={Link}
      to={`${pathTo('campaign')}?${query}`}
      inherit
      c="inherit"
      underline="hover"
      className={classes.count}
      aria-label={`${what}: ${toCount(count)}`}
    >
      {toCount(count)}
    </Anchor>
  )
}

/** All campaigns of an agency or a client: how they stand by product, their leads, and the list over all products. */
export default function OverviewPage({ more }: { more?: ComponentProps<typeof CampaignList>['more'] }) {
  const me = useMe()
  const rights = useRights()
  const { lines: own, nameOf } = useLines()
  const { data, error, reload } = useCall('campaigns.overview', { companyId: me.companyId })
  const lines = data?.data
  const sum = (key: (typeof figures)[number]['key']) => lines?.reduce((total, row) => total + row[key], 0)
  // A row for each product that the person has, so that nothing below moves when the figures come.
  const rows = lines && [
    ...own.map(
      ({ value }) => lines.find(({ productLine }) => productLine === value) ?? { ...nothing, productLine: value },
    ),
    ...lines.filter(({ productLine }) => own.every(({ value }) => value !== productLine)),
  ]
  const columns: Column<LineRow>[] = [
    {
      key: 'product',
      label: 'Product',
      card: 'title',
      width: 'medium',
      render: ({ productLine }) => nameOf(productLine),
    },
    ...figures.map(
      ({ key, label, query }): Column<LineRow> => ({
        key,
        label,
        numeric: true,
        ...((key === 'active' || key === 'leadsToday') && { card: 'fact' as const }),
        render: (row) => (
          <ToList
            query={`product=${row.productLine}&${query}`}
            what={`${nameOf(row.productLine)}, ${label}`}
            count={row[key]}
          />
        ),
      }),
    ),
  ]
  return (
    <Page
      title="Campaigns"
      description="How they stand in all products, and what they bring."
      action={
        <>
          <GroupsButton />
          {rights.mayCreate && <NewCampaign />}
        </>
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} className={classes.figures}>
        {figures.map(({ key, label, query }) => {
          const count = sum(key)
          return (
            <Figure
              key={key}
              label={label}
              isAlone
              value={count === undefined ? undefined : <ToList query={query} what={label} count={count} />}
              onRetry={!data && error !== undefined ? () => void reload() : undefined}
            />
          )
        })}
      </SimpleGrid>
      {(rows ?? own).length > 1 && (
        <div className={classes.figures}>
          <DataTable
            label="By product"
            columns={columns}
            rows={rows}
            skeletonRows={own.length}
            keyOf={({ productLine }) => productLine}
            nameOf={({ productLine }) => nameOf(productLine)}
            error={
              error === undefined
                ? undefined
                : { title: 'The figures could not be loaded', text: messageOf(error), onRetry: () => void reload() }
            }
            empty={{ title: 'No campaigns yet' }}
          />
        </div>
      )}
      <CampaignList
        company={{ id: me.companyId, isClient: rights.isClient }}
        groupsOf={me.companyId}
        kept="all campaigns"
        more={more}
      />
    </Page>
  )
}
