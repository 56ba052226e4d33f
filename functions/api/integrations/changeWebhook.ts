import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { healthy } from '#shared/integrations/health.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { maskAddress, type Webhook } from '#shared/model/webhook.ts'
import { findWebhook } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'

const toFacts = ({ label, isEnabled }: Pick<Webhook, 'label' | 'isEnabled'>) => ({ name: label, isEnabled })

export default handle(contracts.integrations.changeWebhook, async ({ input, company, db, tell }) => {
  const { campaign_id: scope, webhook_id: id, enabled, label } = input
  const webhook = await findWebhook(db, company, { scope, id })
  const next = {
    label: label ?? webhook.label,
    isEnabled: enabled === undefined ? webhook.isEnabled : enabled === 'T',
    // Who decides about it anew knows why it was off.
    offReason: enabled === undefined ? webhook.offReason : '',
  }
  // Switched on, it begins anew; switched off by people, no lead is kept for it.
  const health = enabled === undefined ? {} : healthy
  if (!(await db.webhook.change(webhook, { ...next, ...health }))) throw notFound('webhook')
  tell({
    description: `Changed the webhook ${maskAddress(webhook)} of ${company.name}`,
    ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
    ...changed(toFacts(webhook), toFacts(next)),
  })
  return { result: 'success' as const, message: messages.updated }
})
