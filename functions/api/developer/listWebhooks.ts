import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.listWebhooks, async ({ db, company }) => ({
  data: (await db.webhook.listAll(company.id)).map(toWebhook),
  next_cursor: null,
}))
