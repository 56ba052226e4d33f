// A delivery that its tool took, and refused afterwards: it failed, is listed, counted and told like any other, and can be sent again.
import type { Attempt, Delivery } from '#shared/model/delivery.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { tellLeadsLost } from '../integrations/tell.ts'
import { countLost, remember } from './record.ts'

/** Tells before it writes: a worker that crashes in between does both again. */
export async function onRefusedLater(deps: DeliveryDeps, delivery: Delivery, attempt: Attempt): Promise<string> {
  const { db } = deps
  const campaign = await db.campaign.find(delivery.companyId, delivery.campaignId)
  if (!campaign) return 'the campaign is gone'
  await countLost(deps, delivery, campaign)
  await tellLeadsLost(deps, delivery.destination, campaign, attempt)
  await remember(deps, delivery, 'failed', attempt)
  return (await db.delivery.refuse(delivery, attempt)) ? 'refused afterwards' : 'it was sent again meanwhile'
}
