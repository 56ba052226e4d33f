import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { addWebhook } from '../../domain/integrations/add-webhook.ts'
import { scopeOf } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

export default handle(contracts.integrations.addWebhook, async (context) => {
  const { input, actor, company, db, now, tell } = context
  const { url, label, events } = input
  const scope = await scopeOf(db, company, input.campaign_id)
  const { webhook, secret } = await addWebhook(context, {
    companyId: company.id,
    scope,
    url,
    label,
    events,
    by: actor.userId,
  })
  tell({
    description: `Added a webhook of ${company.name}`,
    ...(scope !== 'all' && { campaignId: scope }),
    after: { webhook: maskAddress(webhook), name: webhook.label, events: events.join(', ') },
  })
  return { result: 'success' as const, message: messages.webhookAdded, data: toWebhookRow(webhook, now()), secret }
})
