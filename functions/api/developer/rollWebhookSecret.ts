import { contracts } from '#shared/contracts/index.ts'
import { lostTo, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { maskAddress } from '#shared/model/webhook.ts'
import { rollSecret } from '../../domain/integrations/webhooks.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhook } from '../../wire/developer/webhook.ts'

export default handle(contracts.developer.rollWebhookSecret, async ({ db, sealer, now, input, company, tell }) => {
  const webhook = await db.webhook.findById(company.id, input.webhook)
  if (!webhook) throw notFound('webhook')
  const rolled = await rollSecret({ db, sealer, now }, webhook)
  if (!rolled) throw lostTo({ webhook: messages.changedMeanwhile })
  tell({
    description: `Made a new secret of the webhook ${maskAddress(webhook)} of ${company.name}`,
    ...(webhook.scope !== 'all' && { campaignId: webhook.scope }),
  })
  return { ...toWebhook({ ...webhook, oldSecretUntil: rolled.until }, now()), secret: rolled.secret }
})
