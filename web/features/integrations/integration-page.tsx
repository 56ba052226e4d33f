import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { isToolSlug, type ToolSlug, toolSlugs } from '#shared/integrations/slugs.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { type ToolParts, ToolView } from './tool-view.tsx'

type Props = {
  /** What stands in the address: the tool's short name, or its place in the list, from 1. */
  named: string
  parts: ToolParts
}

const list = pathTo('integrations')
const slugOf = (named: string): ToolSlug | undefined => (isToolSlug(named) ? named : toolSlugs[Number(named) - 1])

/** One outside tool: connected, connected again, or let go. */
export default function IntegrationPage({ named, parts }: Props) {
  const { companyId } = useMe()
  const slug = slugOf(named)
  const { data, error, reload } = useCall('integrations.tool', slug ? { companyId, integrationId: slug } : null)
  const tool = data?.data
  const trail = [{ label: 'Integrations', to: list }]
  if (!slug)
    return (
      <Page title="Integration" kind="form" trail={trail}>
        <EmptyState
          title="There is no such tool"
          action={
            <Button component={Link} to={list}>
              See all integrations
            </Button>
          }
        />
      </Page>
    )
  if (error !== undefined && !tool)
    return (
      <Page title="Integration" kind="form" trail={trail}>
        <ErrorState title="The integrations could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      </Page>
    )
  if (!tool)
    return (
      <Page title="Integration" kind="form" trail={trail}>
        <SkeletonLines rows={5} height={38} />
      </Page>
    )
  return (
    <Page title={tool.name} description={tool.description} kind="form" trail={trail}>
      <ToolView tool={tool} companyId={companyId} parts={parts} onChange={() => void reload()} />
    </Page>
  )
}
