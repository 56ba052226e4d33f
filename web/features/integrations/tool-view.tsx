import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { messageOf } from '../../api/api-error.ts'
import { isFramed } from '../../api/framed.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { notify } from '../../ui/notify.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { KeysForm } from './keys-form.tsx'
import { MenuEntry } from './menu-entry.tsx'
import { SignInReturn } from './sign-in-return.tsx'
import { ToolStatus } from './tool-status.tsx'

type Tool = Output<'integrations.tool'>['data']

/** What other parts of the application show of a tool. */
export type ToolParts = {
  /** What became of leads at it. */
  deliveries: (of: { companyId: string; integrationId: ToolSlug }) => ReactNode
  /** That it is off, or will be, for its failures; and how it is switched on again. */
  health: (tool: Tool, companyId: string, onChange: () => void) => ReactNode
  /** How addresses of one's own are kept, where the tool is that. */
  webhooks: (companyId: string) => ReactNode
}
type Props = { tool: Tool; companyId: string; parts: ToolParts; onChange: () => void }

/** A tool of a company: what it is, how it stands, and what became of leads there. */
export function ToolView({ tool, companyId, parts: { deliveries, health, webhooks }, onChange }: Props) {
  const me = useMe()
  // The site that opens is an agency's own.
  const isAgency = !me.isSystemUser && me.userType !== 'client' && me.companyId === companyId
  return (
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
      {tool.way === 'sign-in' && (
        <SignInReturn companyId={companyId} slug={tool.slug} name={tool.name} onConnected={onChange} />
      )}
      {health(tool, companyId, onChange)}
      {tool.unseenReason && (
        <Alert color="yellow" title="What becomes of leads there is not seen">
          <Text size="sm">{tool.unseenReason}</Text>
        </Alert>
      )}
      {tool.way === 'addresses' ? (
        <Paper withBorder p="lg">
          {webhooks(companyId)}
        </Paper>
      ) : (
        <Connection key={tool.slug} tool={tool} companyId={companyId} onChange={onChange} />
      )}
      {tool.slug === 'gohighlevelv2' && isAgency && (
        <MenuEntry
          menu={tool.menu}
          name={tool.name}
          isConnected={tool.connected}
          companyId={companyId}
          onChange={onChange}
        />
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
  )
}

type ConnectionProps = { tool: Tool; companyId: string; onChange: () => void }

function Connection({ tool, companyId, onChange }: ConnectionProps) {
  const me = useMe()
  const navigate = useNavigate()
  const may = useMay()
  const mayChange = may('integration:update', 'POST') && !me.isViewMode
  const mayDisconnect = may('integration:update', 'DELETE') && !me.isViewMode
  const { send, sending } = useSend('integrations.disconnectTool')
  const signIn = useSend('integrations.beginSignIn')
  const [isChanging, setChanging] = useState(false)
  const isKnown = tool.connectedAt !== null
  const isOpen = mayChange && tool.available && tool.way === 'keys' && (!isKnown || isChanging || !tool.connected)

  const isOfSignIn = mayChange && tool.available && tool.way === 'sign-in'
  const maySignIn = isOfSignIn && !isFramed()
  const leave = async () => {
    try {
      globalThis.location.assign((await signIn.send({ companyId, integrationSlug: tool.slug })).url)
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  const disconnect = async () => {
    const isSure = await confirm({
      title: `Disconnect ${tool.name}?`,
      children: `${tool.way === 'keys' ? 'The keys are deleted here' : 'We forget what lets us in'}. Leads that are on their way there are not delivered.`,
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
          {isKnown && (mayChange || mayDisconnect) && (
            <Group gap="xs">
              {maySignIn && tool.connected && (
                <Button variant="default" loading={signIn.sending} onClick={() => void leave()}>
                  Use another account
                </Button>
              )}
              {mayChange && !isOpen && tool.way === 'keys' && (
                <Button variant="default" onClick={() => setChanging(true)}>
                  Change
                </Button>
              )}
              {mayDisconnect && (
                <Button variant="default" color="red" loading={sending} onClick={() => void disconnect()}>
                  Disconnect
                </Button>
              )}
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
          <OwnPlace>
            <KeysForm
              key={isKnown ? 'known' : 'new'}
              tool={tool}
              companyId={companyId}
              onSaved={() => {
                setChanging(false)
                onChange()
              }}
              {...(isKnown && isChanging && { onCancel: () => setChanging(false) })}
            />
          </OwnPlace>
        )}
        {maySignIn && !tool.connected && (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              You say yes at {tool.name}, and come back here. We see no password, and you can take it back at any time.
            </Text>
            <Button loading={signIn.sending} onClick={() => void leave()}>
              {isKnown ? `Connect ${tool.name} again` : `Connect ${tool.name}`}
            </Button>
          </Stack>
        )}
        {isOfSignIn && !maySignIn && !tool.connected && (
          <Text size="sm">
            {tool.name} asks you in a window of its own. Open this site in a tab of its own to connect.{' '}
            <Anchor href={globalThis.location.href} target="_blank" rel="noopener">
              Open it there
            </Anchor>
          </Text>
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
