import type { Output } from '#shared/contracts/index.ts'
import { failingShown } from '#shared/integrations/health.ts'
import { maskAddress, type Webhook } from '#shared/model/webhook.ts'

const iso = (at: number) => (at > 0 ? new Date(at).toISOString() : null)

/** `now` (ms): whether an older secret still signs. */
export const toWebhookRow = (webhook: Webhook, now: number): Output<'integrations.addWebhook'>['data'] => ({
  id: webhook.id,
  url: maskAddress(webhook),
  label: webhook.label,
  events: [...webhook.events],
  enabled: webhook.isEnabled ? 'T' : 'F',
  off_reason: webhook.isEnabled ? '' : webhook.offReason,
  old_secret_until: webhook.oldSecretUntil > now ? iso(webhook.oldSecretUntil) : null,
  failing_since: iso(failingShown(webhook)),
  off_since: iso(webhook.offAt),
  created_at: new Date(webhook.createdAt).toISOString(),
})
