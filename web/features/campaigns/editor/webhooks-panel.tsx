import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MOST_WEBHOOKS, WEBHOOK_URL_MAX } from '#shared/model/webhook.ts'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import type { Output } from '../../../api/terms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import type { CampaignData } from './values.ts'

type Webhook = Output<'integrations.campaignWebhooks'>['webhooks'][number]

/** Where the leads of a campaign go, what could not be delivered there, and both set right. */
export function WebhooksPanel({ saved }: { saved: CampaignData }) {
  const me = useMe()
  const mayChange = useMay()('campaign:update', 'POST') && !me.isViewMode
  const named = { companyId: saved.companyId, campaignId: saved.id }
  const hooks = useCall('integrations.campaignWebhooks', named)
  const adding = useSend('integrations.addWebhook')
  const changing = useSend('integrations.changeWebhook')
  const removing = useSend('integrations.removeWebhook')
  const [url, setUrl] = useState('')
  const [fault, setFault] = useState('')
  const [secret, setSecret] = useState('')
  const own = hooks.data && !hooks.data.inherited ? hooks.data.webhooks : []

  const add = async () => {
    setFault('')
    try {
      const made = await adding.send({ ...named, url })
      setUrl('')
      setSecret(made.secret)
      void hooks.reload()
    } catch (error) {
      setFault((error instanceof ApiError && error.fields?.url) || messageOf(error))
    }
  }
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify('danger', messageOf(error))
    }
    void hooks.reload()
  }
  const remove = async (webhook: Webhook) => {
    const isSure = await confirm({
      title: 'Remove this webhook?',
      children: `No more leads are sent to ${webhook.url}.`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (isSure) await act(() => removing.send({ ...named, webhookId: webhook.id }))
  }

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Each lead is sent to these webhooks as it comes.
        {hooks.data?.inherited &&
          ' This campaign has none of its own, so its leads go where those of all campaigns go.'}
      </Text>
      {hooks.data?.inherited &&
        hooks.data.webhooks.map(({ id, url: at }) => (
          <Text key={id} size="sm">
            {at}
          </Text>
        ))}
      {own.map((webhook) => (
        <Group key={webhook.id} justify="space-between" gap="xs">
          <Switch
            label={webhook.label || webhook.url}
            description={webhook.offReason || undefined}
            checked={webhook.enabled}
            disabled={!mayChange}
            onChange={({ currentTarget }) =>
              void act(() => changing.send({ ...named, webhookId: webhook.id, enabled: currentTarget.checked }))
            }
          />
          {mayChange && (
            <Button variant="subtle" color="red" size="xs" onClick={() => void remove(webhook)}>
              Remove {webhook.url}
            </Button>
          )}
        </Group>
      ))}
      {secret && <SecretOnce label="signing secret" secret={secret} onDone={() => setSecret('')} />}
      {mayChange && own.length < MOST_WEBHOOKS && !secret && (
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Address of a webhook"
            placeholder="https://"
            maxLength={WEBHOOK_URL_MAX}
            value={url}
            error={fault}
            flex={1}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <Button variant="default" loading={adding.sending} disabled={url.trim() === ''} onClick={() => void add()}>
            Add webhook
          </Button>
        </Group>
      )}
      <FailedDeliveries saved={saved} mayChange={mayChange} />
    </Stack>
  )
}

/** What was given up, with the last reason. */
function FailedDeliveries({ saved, mayChange }: { saved: CampaignData; mayChange: boolean }) {
  const failed = useCall('integrations.failedDeliveries', { campaignId: saved.id })
  const { send, sending } = useSend('integrations.replayDeliveries')
  const list = failed.data?.data ?? []
  if (list.length === 0) return null
  const replay = async (deliveryId?: string) => {
    try {
      notify('success', (await send({ campaignId: saved.id, ...(deliveryId && { deliveryId }) })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    void failed.reload()
  }
  return (
    <Stack gap="xs" component="section" aria-label="Not delivered">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          Leads that could not be delivered
        </Text>
        {mayChange && (
          <Button variant="default" size="xs" loading={sending} onClick={() => void replay()}>
            Send all again
          </Button>
        )}
      </Group>
      {list.map(({ id, destination, leadCreatedAt, attempts }) => (
        <Group key={id} justify="space-between" gap="xs">
          <Text size="sm" dir="auto">
            Lead of <RelativeTime at={leadCreatedAt} /> to {destination}: {attempts.at(-1)?.message || 'no answer'}
          </Text>
          {mayChange && (
            <Button variant="subtle" size="xs" disabled={sending} onClick={() => void replay(id)}>
              Send again
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
