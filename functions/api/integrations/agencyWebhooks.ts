import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

export default handle(contracts.integrations.agencyWebhooks, async ({ company, db }) => {
  const webhooks = await db.webhook.list({ companyId: company.id, scope: 'all' })
  return { webhooks: webhooks.map(toWebhookRow), tags: [], inherited: 'F' as const }
})
