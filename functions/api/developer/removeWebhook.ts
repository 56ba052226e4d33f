import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.developer.removeWebhook, async ({ db, input, company, tell }) => {
  const webhook = await db.webhook.findById(company.id, input.webhook)
  if (!webhook || !(await db.webhook.remove(webhook))) throw notFound('webhook')
  tell({
    description: `Removed a webhook of ${company.name}`,
    ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
    before: { webhook: maskAddress(webhook), name: webhook.label },
  })
  return { id: webhook.id, deleted: true as const }
})
