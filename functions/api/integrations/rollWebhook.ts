import { contracts } from '#shared/contracts/index.ts'
import { lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { findWebhook } from '../../domain/integrations/find.ts'
import { rollSecret } from '../../domain/integrations/webhooks.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

export default handle(contracts.integrations.rollWebhook, async ({ input, company, db, sealer, now, tell }) => {
  const webhook = await findWebhook(db, company, { scope: input.campaign_id, id: input.webhook_id })
  const rolled = await rollSecret({ db, sealer, now }, webhook)
  if (!rolled) throw lostTo({ webhook_id: messages.changedMeanwhile })
  tell({
    description: `Made a new secret of the webhook ${maskAddress(webhook)} of ${company.name}`,
    ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
  })
  const data = toWebhookRow({ ...webhook, oldSecretUntil: rolled.until }, now())
  return { result: 'success' as const, message: messages.webhookRolled, data, secret: rolled.secret }
})
