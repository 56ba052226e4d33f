import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { changeWebhook, webhookFacts, webhookLine } from '../../domain/integrations/add-webhook.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.updateWebhook, async ({ db, input, company, now, tell }) => {
  const found = await db.webhook.findById(company.id, input.webhook)
  if (!found) throw notFound('webhook')
  const { label, events, enabled: isEnabled } = input
  const webhook = await changeWebhook(db, found, { label, events, isEnabled })
  tell({ ...webhookLine(found, company), ...changed(webhookFacts(found), webhookFacts(webhook)) })
  return toWebhook(webhook, now())
})
