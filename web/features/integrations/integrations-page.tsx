import { Anchor, Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './integrations.module.css'
import { ToolStatus } from './tool-status.tsx'

type Tool = Output<'integrations.tools'>['data'][number]

/** The outside tools that leads can go to, and how each stands. */
export default function IntegrationsPage() {
  const { companyId } = useMe()
  const { data, error, reload } = useCall('integrations.tools', { companyId })
  return (
    <Page
      title="Integrations"
      description="Connect the tools that you work with. Each campaign then says which of them its leads go to."
    >
      {error !== undefined && data === undefined ? (
        <ErrorState title="The integrations could not be loaded" onRetry={() => void reload()}>
          {messageOf(error)}
        </ErrorState>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className={classes.gallery} aria-busy={!data}>
          {data ? data.data.map((tool) => <ToolCard key={tool.slug} tool={tool} />) : <Shapes />}
        </SimpleGrid>
      )}
    </Page>
  )
}

const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const Shapes = () => shapes.map((shape) => <Skeleton key={shape} component="li" height={128} radius="md" />)

function ToolCard({ tool }: { tool: Tool }) {
  const { slug, name, logo, description, beta } = tool
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <img src={logo} alt="" width={40} height={40} />
        <Stack gap={4} className={classes.words}>
          <Group gap="xs">
            <Title order={2} size="h4">
              <Anchor component={Link} to={`${pathTo('integrations')}/${slug}`} className={classes.link}>
                {name}
              </Anchor>
            </Title>
            {beta && <Badge color="gray">Beta</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
          <ToolStatus tool={tool} />
        </Stack>
      </Group>
    </Paper>
  )
}
