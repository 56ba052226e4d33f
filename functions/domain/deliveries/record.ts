// What is written of a try beside the row of its delivery.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Attempt } from '#shared/model/delivery.ts'
import type { TryOutcome } from '#shared/model/delivery-try.ts'
import type { DeliveryRef } from '../../data/integrations/delivery.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'

/** For the analytics: a lead that some destination did not get. */
export async function countLost(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  ref: DeliveryRef,
  campaign: Campaign,
): Promise<void> {
  const lead = await db.lead.find(campaign, { createdAt: ref.leadAt, id: ref.leadId })
  if (lead) await db.leadTally.addUndelivered(campaign, { id: lead.id, seenAt: lead.visitedAt }, now())
}

/** Before the row is freed: a worker that crashes in between has tried nonetheless, and its receiver knows of it. */
export function remember(
  { db }: Pick<DeliveryDeps, 'db'>,
  ref: DeliveryRef,
  outcome: TryOutcome,
  { at, status }: Attempt,
): Promise<void> {
  const { companyId, campaignId, leadId, leadAt, destination } = ref
  const { companyId: ownerId, id: destinationId } = destination
  return db.deliveryTry.add({ ownerId, destinationId, outcome, at, companyId, campaignId, leadId, leadAt, status })
}
