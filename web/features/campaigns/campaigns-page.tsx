import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { pathTo, type Route } from '#shared/access/routes.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { CampaignList, NewCampaign } from './campaign-list.tsx'
import { GroupsButton } from './groups-button.tsx'
import { besidePath } from './paths.ts'
import { useLines } from './use-lines.ts'
import { useRights } from './use-rights.ts'

const what: Record<ProductLine, string> = {
  local: 'Each finds out who visits a website.',
  locator: 'Each finds people who search for its keywords.',
  enhance: 'Each finds people by keywords, with what else is known of them.',
  b2b: 'Each finds people at companies.',
}

type Props = { route: Route; more?: ComponentProps<typeof CampaignList>['more'] }

/** The campaigns of one product: the usual list, or the denser one with a column for everything. */
export default function CampaignsPage({ route: { id, line = 'local', path }, more }: Props) {
  const me = useMe()
  const rights = useRights()
  const may = useMay()
  const { nameOf } = useLines()
  const isDense = id === 'lineCampaignManagementV1'
  return (
    <Page
      title={`${nameOf(line)} campaigns`}
      // The menu leads to the usual list, and knows no way to this one.
      {...(isDense && { trail: [{ label: nameOf(line), to: besidePath(path, 'campaign-management') }] })}
      description={what[line]}
      action={
        <>
          <Button component={Link} to={besidePath(path, 'dashboard')} variant="default">
            Leads
          </Button>
          <Button
            component={Link}
            to={besidePath(path, isDense ? 'campaign-management' : 'campaign-management-v1')}
            variant="default"
            visibleFrom="sm"
          >
            {isDense ? 'Usual table' : 'Dense table'}
          </Button>
          {line === 'enhance' && may('enrichment:update', 'POST') && (
            <Button component={Link} to={pathTo('dataEnrichment')} variant="default">
              Data enrichment
            </Button>
          )}
          <GroupsButton />
          {rights.mayCreate && <NewCampaign line={line} />}
        </>
      }
    >
      <CampaignList
        key={path}
        company={{ id: me.companyId, isClient: rights.isClient }}
        groupsOf={me.companyId}
        line={line}
        isDense={isDense}
        kept={isDense ? 'campaigns v1' : 'campaigns'}
        more={more}
      />
    </Page>
  )
}
