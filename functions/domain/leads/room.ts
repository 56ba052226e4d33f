// How many more leads a campaign may have, at a look: what costs money is asked for only where something may come of it. The
// write of the leads asks the same once more, and decides.
import { isTaking, type Meter, storingInstant, usedOf } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { LeadLimit } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { limitAt } from '../pricing/prices.ts'

export type Room = {
  meter: Meter | undefined
  isTaking: boolean
  /** Leads that may still be stored now; Infinity where there is no limit, or where further ones are sold for a price of their own. */
  count: number
  limit: LeadLimit | undefined
}

/** How many leads a campaign has room for at an instant (ms). */
export async function findRoom(db: Db, campaign: Campaign, now: number): Promise<Room> {
  const meter = await db.lead.findMeter(campaign)
  if (!meter) return { meter, isTaking: false, count: 0, limit: undefined }
  const { at, day } = storingInstant(meter, campaign.timeZone, now)
  if (campaign.status !== 'active' || !isTaking(meter, at))
    return { meter, isTaking: false, count: 0, limit: undefined }
  const { limit, sellsAbove } = await limitAt(db, campaign, at)
  const left =
    limit && !sellsAbove ? Math.max(0, limit.count - usedOf(meter, limit.every, day)) : Number.POSITIVE_INFINITY
  return { meter, isTaking: true, count: left, limit }
}

/** How many more leads limit and funds of a campaign allow now; 0 where it does not run. */
export const roomOf = async (db: Db, campaign: Campaign, now: number): Promise<number> =>
  (await findRoom(db, campaign, now)).count
