import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.listWebhooks, async ({ db, company, now }) => ({
  data: (await db.webhook.listAll(company.id)).map((webhook) => toWebhook(webhook, now())),
  next_cursor: null,
}))
