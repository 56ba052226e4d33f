import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { findLineRoute } from '#shared/access/routes.ts'
import { nameLead } from '#shared/leads/named.ts'
import { eventNames } from '#shared/model/webhook.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import { useTenant } from '../../../api/tenant.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { notify } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { leadsPath } from '../paths.ts'
import { Webhooks } from '../webhooks.tsx'
import type { CampaignData } from './values.ts'

/** Where the leads of a campaign go, what could not be delivered there, and both set right. */
export function WebhooksPanel({ saved }: { saved: CampaignData }) {
  const me = useMe()
  const mayChange = useMay()('campaign:update', 'POST') && !me.isViewMode
  return (
    <Stack gap="sm">
      <Webhooks companyId={saved.companyId} campaignId={saved.id}>
        These webhooks are told of each lead as it comes, or of what else is chosen.
      </Webhooks>
      <FailedDeliveries saved={saved} mayChange={mayChange} />
    </Stack>
  )
}

/** What was given up, with the last reason. */
function FailedDeliveries({ saved, mayChange }: { saved: CampaignData; mayChange: boolean }) {
  const failed = useCall('integrations.failedDeliveries', { campaignId: saved.id })
  const { send, sending } = useSend('integrations.replayDeliveries')
  const dashboard = findLineRoute(useTenant().sideMenu, 'lineDashboard', saved.productLine)
  const list = failed.data?.data ?? []
  if (failed.error !== undefined && !failed.data)
    return (
      <ErrorState title="What could not be delivered could not be loaded" onRetry={() => void failed.reload()}>
        {messageOf(failed.error)}
      </ErrorState>
    )
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
          What could not be delivered
        </Text>
        {mayChange && (
          <Button variant="default" size="xs" loading={sending} onClick={() => void replay()}>
            Send all again
          </Button>
        )}
      </Group>
      {list.map(({ id: deliveryId, event, destination, leadId: id, leadName, leadCreatedAt: createdAt, attempts }) => (
        <Group key={deliveryId} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" dir="auto">
            {dashboard && leadName ? (
              <Anchor
                component={Link}
                inherit
                to={`${leadsPath(dashboard.path, saved)}&lead=${nameLead({ ...saved, createdAt, id })}`}
              >
                {leadName}
              </Anchor>
            ) : (
              leadName || (event === 'lead.created' ? 'A lead' : eventNames[event])
            )}
            , <RelativeTime at={createdAt} />, to {destination}: {attempts.at(-1)?.message || 'no answer'}
          </Text>
          {mayChange && (
            <Button
              variant="subtle"
              size="xs"
              flex="0 0 auto"
              disabled={sending}
              onClick={() => void replay(deliveryId)}
            >
              Send again
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
