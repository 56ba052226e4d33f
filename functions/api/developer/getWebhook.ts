import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.getWebhook, async ({ db, input, company, now }) => {
  const webhook = await db.webhook.findById(company.id, input.webhook)
  if (!webhook) throw notFound('webhook')
  return toWebhook(webhook, now())
})
