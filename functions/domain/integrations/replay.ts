// Begins anew with deliveries that are over: each gets its ten tries again, under the same id at the receiver.
import { seesDestination } from '#shared/access/destinations.ts'
import type { Role } from '#shared/access/roles.ts'
import { notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { FailedPlace } from '../../data/integrations/delivery.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { DeliveryDeps } from './adapter.ts'
import { toMessage } from './message.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'queues' | 'now'>
/** `role`: of the person who asks, who sends nothing again to where they may not look. */
type AskedBy = Deps & { role: Role }
type Replayed = { count: number; hasMore: boolean }
const AT_ONCE = 500

/** True for the one caller who began it anew. If its message is lost, the timetable sends another. */
async function begin({ db, queues, now }: Deps, failed: Delivery): Promise<boolean> {
  if (!(await db.delivery.replay(failed, now()))) return false
  await queues.send('deliverLead', toMessage(failed))
  return true
}

export async function replayOne(deps: AskedBy, campaign: Campaign, named: string): Promise<Replayed> {
  const { companyId, id: campaignId } = campaign
  const [leadId = '', destinationId = ''] = named.split('-', 2)
  const failed = await deps.db.delivery.find({ companyId, campaignId }, leadId, destinationId)
  if (!failed || !seesDestination(deps.role, failed.destination, campaign)) throw notFound('delivery')
  if (failed.state !== 'failed' && failed.state !== 'delivered') return { count: 0, hasMore: false }
  return { count: (await begin(deps, failed)) ? 1 : 0, hasMore: false }
}

/** Pages that are looked through for one answer, where most of what is there is hidden. */
const MOST_PAGES = 40

/**
 * What of a campaign could not be delivered, the latest first, as far as somebody may see where it went: what is hidden fills no page
 * and is not counted. A page may be longer than asked, by less than another one, and shorter where much is hidden: `next` says
 * whether there is more.
 */
export async function failedFor(
  { db, role }: { db: Pick<DeliveryDeps['db'], 'delivery'>; role: Role },
  campaign: Campaign,
  limit: number,
  from: FailedPlace | null = null,
): Promise<{ deliveries: Delivery[]; next: FailedPlace | null }> {
  const of = { companyId: campaign.companyId, campaignId: campaign.id }
  const deliveries: Delivery[] = []
  let next = from
  for (let pages = 0; pages === 0 || (next !== null && deliveries.length < limit && pages < MOST_PAGES); pages++) {
    const page = await db.delivery.listFailed(of, limit, next)
    deliveries.push(...page.deliveries.filter(({ destination }) => seesDestination(role, destination, campaign)))
    next = page.next
  }
  return { deliveries, next }
}

/** Those of a campaign, the latest first. */
export async function replayAll(deps: AskedBy, campaign: Campaign): Promise<Replayed> {
  const { deliveries, next } = await failedFor(deps, campaign, AT_ONCE)
  const begun = await mapConcurrent(deliveries, (failed) => begin(deps, failed))
  return { count: begun.filter(Boolean).length, hasMore: next !== null }
}
