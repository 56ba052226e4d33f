import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

export default handle(contracts.integrations.agencyWebhooks, async ({ company, db, now }) => {
  const webhooks = await db.webhook.list({ companyId: company.id, scope: 'all' })
  return { webhooks: webhooks.map((webhook) => toWebhookRow(webhook, now())), tags: [], inherited: 'F' as const }
})
