import type { Output } from '#shared/contracts/index.ts'
import { maskAddress, type Webhook } from '#shared/model/webhook.ts'

export const toWebhookRow = (webhook: Webhook): Output<'integrations.addWebhook'>['data'] => ({
  id: webhook.id,
  url: maskAddress(webhook),
  label: webhook.label,
  enabled: webhook.isEnabled ? 'T' : 'F',
  off_reason: webhook.isEnabled ? '' : webhook.offReason,
  created_at: new Date(webhook.createdAt).toISOString(),
})
