// Pages of a campaign's leads: totals from the counters, neighbours by key, far pages by whole days first.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { describePage, findGroup } from '#shared/paging.ts'
import type { Db } from '../../data/index.ts'
import type { DayCount, Position } from '../../data/leads/lead.ts'
import { spanOf } from './days.ts'

type Days = { from: string; to: string }
type Place = { after: Position; offset: number }

export type LeadPage = ReturnType<typeof describePage> & { leads: Lead[]; next: Place | undefined }

/** The lead before row number `offset`: the counters name its day, so that only keys of that day are read. */
async function findPlace(
  db: Pick<Db, 'lead'>,
  campaign: Campaign,
  days: DayCount[],
  offset: number,
): Promise<Place | undefined> {
  if (offset === 0) return undefined
  const found = findGroup(days, offset - 1)
  if (!found) return undefined
  const { day } = found.group
  const after = await db.lead.findPosition(campaign, spanOf(campaign, { from: day, to: day }), found.skip + 1)
  return after && { after, offset }
}

/** A page by its cursor (`place`) or by its number. Beyond the last row it is empty. `counts`: the leads of each of the days. */
export async function leadPage(
  db: Pick<Db, 'lead'>,
  campaign: Campaign,
  days: Days,
  { place, page, perPage, counts }: { place: Place | undefined; page: number; perPage: number; counts: DayCount[] },
): Promise<LeadPage> {
  const total = counts.reduce((sum, { leads }) => sum + leads, 0)
  const offset = place?.offset ?? (page - 1) * perPage
  const start = place ?? (await findPlace(db, campaign, counts, offset))
  const isBeyond = offset > 0 && !start
  // One more than is shown tells whether there is a next page.
  const found = isBeyond
    ? []
    : await db.lead.list(campaign, spanOf(campaign, days), { after: start?.after, limit: perPage + 1 })
  const leads = found.slice(0, perPage)
  const last = leads.at(-1)
  return {
    ...describePage({ total, offset, perPage, count: leads.length }),
    leads,
    next:
      last && found.length > perPage
        ? { after: { createdAt: last.createdAt, id: last.id }, offset: offset + leads.length }
        : undefined,
  }
}
