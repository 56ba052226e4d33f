import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { findWebhook } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.removeWebhook, async ({ input, company, db, tell }) => {
  const webhook = await findWebhook(db, company, { scope: input.campaign_id, id: input.webhook_id })
  if (!(await db.webhook.remove(webhook))) throw notFound('webhook')
  tell({
    description: `Removed a webhook of ${company.name}`,
    ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
    before: { webhook: maskAddress(webhook), name: webhook.label },
  })
  return { result: 'success' as const, message: messages.webhookRemoved }
})
