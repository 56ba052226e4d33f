import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { invalid, lostTo, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { MOST_WEBHOOKS, maskAddress } from '#shared/model/webhook.ts'
import { scopeOf } from '../../domain/integrations/find.ts'
import { createWebhook, newWebhookSecret } from '../../domain/integrations/webhooks.ts'
import { WebhookFault } from '../../gateways/webhooks.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

/** Each address is looked up, so nobody has us look up names without end. */
const MOST_AN_HOUR = 60

export default handle(contracts.integrations.addWebhook, async (context) => {
  const { input, actor, company, db, sealer, webhooks, now, newId, tell } = context
  const scope = await scopeOf(db, company, input.campaign_id)
  if ((await db.guard.count('add-webhook', actor.userId, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('You added many webhooks in an hour. Please wait a little.', HOUR / 1000)
  try {
    await webhooks.check(input.url)
  } catch (error) {
    if (error instanceof WebhookFault) throw invalid({ url: error.message })
    throw error
  }
  const secret = newWebhookSecret()
  const wanted = { id: newId('webhook'), companyId: company.id, scope, label: input.label }
  const webhook = await createWebhook({ db, sealer }, { ...wanted, address: input.url, secret, now: now() })
  if (!webhook) throw lostTo({ url: `There can be at most ${MOST_WEBHOOKS} webhooks here.` })
  tell({
    description: `Added a webhook of ${company.name}`,
    ...(scope !== 'all' && { campaignId: scope }),
    after: { webhook: maskAddress(webhook), name: webhook.label },
  })
  return { result: 'success' as const, message: messages.webhookAdded, data: toWebhookRow(webhook, now()), secret }
})
