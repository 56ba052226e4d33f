import { seesDestination } from '#shared/access/destinations.ts'
import { contracts } from '#shared/contracts/index.ts'
import { webhooksShownOf } from '../../domain/integrations/webhooks.ts'
import { handle } from '../../kit/handle.ts'
import { toWebhookRow } from '../../wire/integrations/webhook.ts'

export default handle(contracts.integrations.campaignWebhooks, async ({ actor, campaign, db, now }) => {
  const all = await webhooksShownOf(db, campaign)
  const isInherited = all.some(({ scope }) => scope === 'all')
  const shown = all.filter((webhook) => seesDestination(actor.role, webhook, campaign))
  return {
    webhooks: shown.map((webhook) => toWebhookRow(webhook, now())),
    tags: [],
    inherited: isInherited ? ('T' as const) : ('F' as const),
  }
})
