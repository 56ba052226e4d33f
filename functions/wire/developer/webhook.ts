import type { Output } from '#shared/contracts/index.ts'
import { maskAddress, type Webhook } from '#shared/model/webhook.ts'

const iso = (at: number) => new Date(at).toISOString()

/** `now` (ms): whether an older secret still signs. */
export const toWebhook = (webhook: Webhook, now: number): Output<'developer.getWebhook'> => ({
  id: webhook.id,
  client_id: webhook.companyId,
  campaign_id: webhook.scope === 'all' ? null : webhook.scope,
  url: maskAddress(webhook),
  label: webhook.label,
  events: [...webhook.events],
  enabled: webhook.isEnabled,
  disabled_reason: webhook.isEnabled || webhook.offReason === '' ? null : webhook.offReason,
  old_secret_until: webhook.oldSecretUntil > now ? iso(webhook.oldSecretUntil) : null,
  created_at: iso(webhook.createdAt),
})
