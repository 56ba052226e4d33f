import { Button, Group, MultiSelect, Stack, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { MOST_WEBHOOKS, usualEvents, WEBHOOK_URL_MAX, type WebhookEvent } from '#shared/model/webhook.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { dayAndTime } from '../../ui/time-ago.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { HistoryButton } from './deliveries/history-button.tsx'
import { ReceiverHealth } from './deliveries/receiver-health.tsx'
import { eventChoice, eventsOf, WebhookEvents } from './webhook-events.tsx'

type Webhook = Output<'integrations.campaignWebhooks'>['webhooks'][number]

/** Said as long as the secret before the present one signs too. */
const overlapOf = ({ oldSecretUntil }: Webhook): string =>
  oldSecretUntil ? `The secret before signs until ${dayAndTime(Date.parse(oldSecretUntil), SYSTEM_ZONE)}` : ''

type Props = {
  companyId: string
  /** Those of one campaign; without it those that serve each campaign of the company that has none of its own. */
  campaignId?: string
  /** What is said of them. */
  children: ReactNode
}

/** Webhooks that leads and other events go to: added, with the secret that is shown once, switched off and on, and removed. */
export function Webhooks({ companyId, campaignId, children }: Props) {
  const me = useMe()
  const may = useMay()
  const mayAdd = may('campaign:update', 'POST') && !me.isViewMode
  const mayChange = may('campaign:update', 'PUT') && !me.isViewMode
  const mayRemove = may('campaign:update', 'DELETE') && !me.isViewMode
  const mayRead = may('lead:read', 'GET')
  const named = { companyId, campaignId: campaignId ?? 'all' }
  const ofCampaign = useCall('integrations.campaignWebhooks', campaignId ? { companyId, campaignId } : null)
  const ofCompany = useCall('integrations.agencyWebhooks', campaignId ? null : { companyId })
  const hooks = campaignId ? ofCampaign : ofCompany
  const adding = useSend('integrations.addWebhook')
  const changing = useSend('integrations.changeWebhook')
  const removing = useSend('integrations.removeWebhook')
  const rolling = useSend('integrations.rollWebhook')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(usualEvents)
  const [fault, setFault] = useState('')
  const [secret, setSecret] = useState('')
  // The form comes back in the place of the secret, and gets the focus that was there.
  const [hasKept, setHasKept] = useState(false)
  useLeaveGuard(url.trim() !== '' || [...events].sort().join() !== [...usualEvents].sort().join())
  const own = hooks.data && !hooks.data.inherited ? hooks.data.webhooks : []

  const add = async () => {
    setFault('')
    try {
      const made = await adding.send({ ...named, url, events: [...events] })
      setUrl('')
      setEvents(usualEvents)
      setSecret(made.secret)
      void hooks.reload()
    } catch (error) {
      setFault((error instanceof ApiError && error.fields?.url) || messageOf(error))
    }
  }
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      notify('danger', messageOf(error))
      return false
    } finally {
      void hooks.reload()
    }
  }
  const roll = async (webhook: Webhook) => {
    const isSure = await confirm({
      title: 'Make a new secret?',
      children: `It is shown once. For a day leads are signed with the present secret of ${webhook.url} as well, so that its receiver can be changed meanwhile; after that with the new one alone.`,
      confirmLabel: 'Make a new secret',
    })
    if (!isSure) return
    await act(async () => setSecret((await rolling.send({ ...named, webhookId: webhook.id })).secret))
  }
  const remove = async (webhook: Webhook) => {
    const isSure = await confirm({
      title: 'Remove this webhook?',
      children: `Nothing more is sent to ${webhook.url}.`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (isSure) await act(() => removing.send({ ...named, webhookId: webhook.id }))
  }

  return (
    <Stack gap="lg" role="group" aria-label="Webhooks">
      <Text size="sm" c="dimmed">
        {children}
        {hooks.data?.inherited &&
          ' This campaign has none of its own, so its leads go where those of all campaigns go.'}
      </Text>
      {hooks.error !== undefined && !hooks.data && (
        <ErrorState title="The webhooks could not be loaded" onRetry={() => void hooks.reload()}>
          {messageOf(hooks.error)}
        </ErrorState>
      )}
      {hooks.data && !campaignId && own.length === 0 && (
        <Text size="sm">There is none yet. Leads are kept here either way.</Text>
      )}
      {hooks.data?.inherited &&
        hooks.data.webhooks.map(({ id, url: at }) => (
          <Text key={id} size="sm">
            {at}
          </Text>
        ))}
      {own.map((webhook) => (
        <Stack key={webhook.id} gap="xs">
          <ReceiverHealth
            of={{ companyId, integrationId: 'zapier', webhookId: webhook.id }}
            name={webhook.label || webhook.url}
            at={webhook}
            onSwitchOn={mayChange ? () => changing.send({ ...named, webhookId: webhook.id, enabled: true }) : undefined}
            onChange={() => void hooks.reload()}
          />
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Switch
              label={webhook.label || webhook.url}
              description={
                [webhook.label && webhook.url, webhook.offReason, overlapOf(webhook)].filter(Boolean).join(' · ') ||
                undefined
              }
              checked={webhook.enabled}
              disabled={!mayChange}
              onChange={({ currentTarget }) =>
                void act(() => changing.send({ ...named, webhookId: webhook.id, enabled: currentTarget.checked }))
              }
            />
            <Group gap={4} justify="flex-end">
              {mayRead && (
                <HistoryButton
                  of={{ companyId, integrationId: 'zapier', webhookId: webhook.id }}
                  name={webhook.label || webhook.url}
                />
              )}
              {mayAdd && (
                // One secret at a time: another one would take the place of what nobody has copied yet.
                <Button
                  variant="subtle"
                  size="xs"
                  disabled={secret !== '' || rolling.sending || adding.sending}
                  onClick={() => void roll(webhook)}
                >
                  New secret<VisuallyHidden> of {webhook.url}</VisuallyHidden>
                </Button>
              )}
              {mayRemove && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  disabled={removing.sending}
                  onClick={() => void remove(webhook)}
                >
                  Remove<VisuallyHidden> {webhook.url}</VisuallyHidden>
                </Button>
              )}
            </Group>
          </Group>
          <WebhookEvents
            name={webhook.label || webhook.url}
            events={webhook.events}
            isDisabled={!mayChange}
            onSave={(chosen, seen) =>
              act(() => changing.send({ ...named, webhookId: webhook.id, events: chosen, seen: { events: [...seen] } }))
            }
          />
        </Stack>
      ))}
      {/* Another secret is to be kept anew. */}
      {secret && (
        <SecretOnce
          key={secret}
          label="signing secret"
          secret={secret}
          onDone={() => {
            setHasKept(true)
            setSecret('')
          }}
        />
      )}
      {mayAdd && own.length < MOST_WEBHOOKS && !secret && (
        <Stack gap="xs" align="flex-start">
          <TextInput
            label="Address of a webhook"
            placeholder="https://"
            maxLength={WEBHOOK_URL_MAX}
            value={url}
            error={fault}
            w="100%"
            autoFocus={hasKept}
            onChange={({ currentTarget }) => {
              setUrl(currentTarget.value)
              setFault('')
            }}
          />
          <MultiSelect
            label="It is told of"
            data={eventChoice}
            value={[...events]}
            w="100%"
            onChange={(values) => setEvents(eventsOf(values))}
          />
          <Button
            variant="default"
            loading={adding.sending}
            disabled={url.trim() === '' || events.length === 0 || rolling.sending}
            onClick={() => void add()}
          >
            Add webhook
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
