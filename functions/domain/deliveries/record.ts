// What is written of a try beside the row of its delivery.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Attempt, Delivery } from '#shared/model/delivery.ts'
import type { DeliveryTry, TryOutcome } from '#shared/model/delivery-try.ts'
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

type Deps = Pick<DeliveryDeps, 'db'>
/** As it stood before what is written of it. */
type Known = DeliveryRef & Partial<Pick<Delivery, 'heldSince' | 'hasArrived'>>

const lineOf = ({ companyId, campaignId, leadId, leadAt, destination }: DeliveryRef) => {
  const { companyId: ownerId, id: destinationId } = destination
  return { ownerId, destinationId, companyId, campaignId, leadId, leadAt }
}
const heldLine = (ref: DeliveryRef, at: number) =>
  ({ ...lineOf(ref), outcome: 'waiting', at, status: 0, about: 'held' }) as const

/**
 * Before the row is freed: a worker that crashes in between has tried nonetheless, and its receiver knows of it. A try stands in the
 * place of the line that says that the lead waits for a connection.
 */
export async function remember(
  { db }: Deps,
  known: Known,
  outcome: TryOutcome,
  { at, status }: Pick<Attempt, 'at' | 'status'>,
): Promise<void> {
  const { heldSince = 0, hasArrived = false } = known
  if (heldSince > 0) await db.deliveryTry.remove(heldLine(known, heldSince))
  const about = outcome === 'failed' && hasArrived && ({ about: 'arrived' } as const)
  await db.deliveryTry.add({ ...lineOf(known), outcome, at, status, ...about })
}

/** What its tool took is not known to have arrived: the line of that try says so no more. */
export function linesOfDoubt(delivered: Delivery): { line: DeliveryTry; insteadOf: DeliveryTry } {
  const status = delivered.attempts.at(-1)?.status ?? 0
  const line = { ...lineOf(delivered), at: delivered.endedAt, status }
  return { line: { ...line, outcome: 'waiting' }, insteadOf: { ...line, outcome: 'delivered' } }
}

/**
 * One that waits for its tool to be connected again has one line for all of that time, though nothing was tried. It is written whenever
 * it begins to wait anew: a worker that crashed after a try may have taken it away.
 */
export const lineOfHeld = (delivery: Delivery, at: number): DeliveryTry => heldLine(delivery, delivery.heldSince || at)
