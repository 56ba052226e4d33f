import type { Output } from '#shared/contracts/index.ts'
import { maskAddress, type Webhook } from '#shared/model/webhook.ts'

export const toWebhook = (webhook: Webhook): Output<'developer.listWebhooks'>['data'][number] => ({
  id: webhook.id,
  client_id: webhook.companyId,
  campaign_id: webhook.scope === 'all' ? null : webhook.scope,
  url: maskAddress(webhook),
  label: webhook.label,
  events: [...webhook.events],
  enabled: webhook.isEnabled,
  created_at: new Date(webhook.createdAt).toISOString(),
})
