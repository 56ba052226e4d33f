// What of a campaign could not be delivered, as far as somebody may see where it went.
import { seesDestination } from '#shared/access/destinations.ts'
import type { Role } from '#shared/access/roles.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { Db } from '../../data/index.ts'

/** The latest first; what is hidden fills no page and is not counted. A page may be longer than asked, by less than another one. */
export async function failedFor(
  { db, role }: { db: Pick<Db, 'delivery'>; role: Role },
  campaign: Campaign,
  limit: number,
  from: string | null = null,
): Promise<{ deliveries: Delivery[]; cursor: string | null }> {
  const of = { companyId: campaign.companyId, campaignId: campaign.id }
  const deliveries: Delivery[] = []
  let cursor = from
  do {
    const page = await db.delivery.listFailed(of, limit, cursor)
    deliveries.push(...page.deliveries.filter(({ destination }) => seesDestination(role, destination, campaign)))
    cursor = page.cursor
  } while (cursor !== null && deliveries.length < limit)
  return { deliveries, cursor }
}
