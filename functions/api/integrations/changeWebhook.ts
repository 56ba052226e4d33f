import { contracts } from '#shared/contracts/index.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { changeWebhook, webhookFacts, webhookLine } from '../../domain/integrations/add-webhook.ts'
import { findWebhook } from '../../domain/integrations/find.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.changeWebhook, async ({ input, company, db, tell }) => {
  const { campaign_id: scope, webhook_id: id, enabled, label, events, seen } = input
  const webhook = await findWebhook(db, company, { scope, id })
  const isEnabled = enabled === undefined ? undefined : enabled === 'T'
  const next = await changeWebhook(db, webhook, { label, events, isEnabled, seenEvents: seen?.events })
  tell({ ...webhookLine(webhook, company), ...changed(webhookFacts(webhook), webhookFacts(next)) })
  return { result: 'success' as const, message: messages.updated }
})
