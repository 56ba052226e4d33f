import { contracts } from '#shared/contracts/index.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { addWebhook } from '../../domain/integrations/add-webhook.ts'
import { scopeOf } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.createWebhook, async (context) => {
  const { input, company, key, db, now, tell } = context
  const { url, label, events } = input
  const scope = await scopeOf(db, company, input.campaign_id ?? 'all')
  const { webhook, secret } = await addWebhook(context, {
    companyId: company.id,
    scope,
    url,
    label,
    events,
    by: key.id,
  })
  tell({
    description: `Added a webhook of ${company.name}`,
    ...(scope !== 'all' && { campaignId: scope }),
    after: { webhook: maskAddress(webhook), name: webhook.label, events: events.join(', ') },
  })
  return { ...toWebhook(webhook, now()), secret }
})
