import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { isToolSlug, type ToolSlug, toolSlugs } from '#shared/integrations/slugs.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { KeysForm } from './keys-form.tsx'
import { ToolStatus } from './tool-status.tsx'

type Tool = Output<'integrations.tool'>['data']
type Props = {
  /** What stands in the address: the tool's short name, or its place in the list, from 1. */
  named: string
  /** What became of leads at a tool. */
  deliveries: (of: { companyId: string; integrationId: ToolSlug }) => ReactNode
  /** That it is off, or will be, for its failures; and how it is switched on again. */
  health: (tool: Tool, companyId: string, onChange: () => void) => ReactNode
  /** How addresses of one's own are kept, where the tool is that. */
  webhooks: (companyId: string) => ReactNode
}

const list = pathTo('integrations')
const slugOf = (named: string): ToolSlug | undefined => (isToolSlug(named) ? named : toolSlugs[Number(named) - 1])

/** One outside tool: connected, connected again, or let go. */
export default function IntegrationPage({ named, deliveries, health, webhooks }: Props) {
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
      <Stack gap="md">
        {tool.note && (
          <Alert color="yellow">
            <Text size="sm">{tool.note}</Text>
          </Alert>
        )}
        {tool.beta && (
          <Alert color="gray" title="Beta">
            <Text size="sm">This connection is new. Send a test lead before you rely on it.</Text>
          </Alert>
        )}
        {health(tool, companyId, () => void reload())}
        {tool.way === 'addresses' ? (
          <Paper withBorder p="lg">
            {webhooks(companyId)}
          </Paper>
        ) : (
          <Connection key={tool.connectedAt} tool={tool} companyId={companyId} onChange={() => void reload()} />
        )}
        {tool.way !== 'addresses' && tool.connectedAt !== null && (
          <Paper withBorder p="lg" component="section" aria-label="Deliveries">
            <Stack gap="sm">
              <Title order={2} size="h4">
                Deliveries
              </Title>
              {deliveries({ companyId, integrationId: tool.slug })}
            </Stack>
          </Paper>
        )}
      </Stack>
    </Page>
  )
}

type ConnectionProps = { tool: Tool; companyId: string; onChange: () => void }

function Connection({ tool, companyId, onChange }: ConnectionProps) {
  const me = useMe()
  const navigate = useNavigate()
  const mayChange = useMay()('integration:update', 'POST') && !me.isViewMode
  const { send, sending } = useSend('integrations.disconnectTool')
  const [isChanging, setChanging] = useState(false)
  const isKnown = tool.connectedAt !== null
  const isOpen = mayChange && tool.available && tool.way === 'keys' && (!isKnown || isChanging || !tool.connected)

  const disconnect = async () => {
    const isSure = await confirm({
      title: `Disconnect ${tool.name}?`,
      children: 'The keys are deleted here. Leads that are on their way there are not delivered.',
      confirmLabel: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    try {
      notify('success', (await send({ companyId, integrationId: tool.slug })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    onChange()
  }
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <ToolStatus tool={tool} />
          {isKnown && mayChange && (
            <Group gap="xs">
              {!isOpen && tool.way === 'keys' && (
                <Button variant="default" onClick={() => setChanging(true)}>
                  Change
                </Button>
              )}
              <Button variant="default" color="red" loading={sending} onClick={() => void disconnect()}>
                Disconnect
              </Button>
            </Group>
          )}
        </Group>
        {tool.lostAt && (
          <Text size="sm">
            The connection was lost <RelativeTime at={tool.lostAt} />. Leads wait for 24 hours, and leave as soon as you
            connect again.
          </Text>
        )}
        {isKnown && !isOpen && (
          <Facts
            facts={[
              ...tool.fields.map(({ label, value }) => ({ label, value })),
              { label: 'Connected', value: tool.connectedAt && <RelativeTime at={tool.connectedAt} /> },
            ]}
          />
        )}
        {isOpen && (
          <KeysForm
            tool={tool}
            companyId={companyId}
            onSaved={() => {
              setChanging(false)
              onChange()
            }}
            {...(isChanging && { onCancel: () => setChanging(false) })}
          />
        )}
        {!mayChange && !isKnown && (
          <Text size="sm" c="dimmed">
            {me.isViewMode
              ? 'Tools are connected by the people of the company themselves.'
              : 'Your role does not let you connect tools.'}
          </Text>
        )}
        {tool.connected && (
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              Which leads go there is said in each campaign, under “Where leads go”.
            </Text>
            <Button variant="default" onClick={() => navigate(pathTo('campaign'))}>
              Open campaigns
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
