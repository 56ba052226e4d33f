import { Anchor, Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import classes from './integrations.module.css'
import { ToolStatus } from './tool-status.tsx'

type Tool = Output<'integrations.tools'>['data'][number]
type Props = { companyId: string; linkTo: (slug: ToolSlug) => string }

/** The outside tools that leads of a company can go to, and how each stands. */
export function ToolGallery({ companyId, linkTo }: Props) {
  const { data, error, reload } = useCall('integrations.tools', { companyId })
  if (error !== undefined && data === undefined)
    return (
      <ErrorState title="The integrations could not be loaded" onRetry={() => void reload()}>
        {messageOf(error)}
      </ErrorState>
    )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className={classes.gallery} aria-busy={!data}>
      {data ? data.data.map((tool) => <ToolCard key={tool.slug} tool={tool} to={linkTo(tool.slug)} />) : <Shapes />}
    </SimpleGrid>
  )
}

const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const Shapes = () => shapes.map((shape) => <Skeleton key={shape} component="li" height={128} radius="md" />)

function ToolCard({ tool, to }: { tool: Tool; to: string }) {
  const { name, logo, description, beta } = tool
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <img src={logo} alt="" width={40} height={40} />
        <Stack gap={4} className={classes.words}>
          <Group gap="xs">
            <Title order={2} size="h4">
              <Anchor component={Link} to={to} className={classes.link}>
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
