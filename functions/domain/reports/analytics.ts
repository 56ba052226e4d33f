// Of whom the report analytics speaks, and from which rows its days are read.
import { reaches } from '#shared/access/sales.ts'
import { addDays } from '#shared/dates.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import { addSums, type DaySums } from '#shared/reports/sums.ts'
import type { Db } from '../../data/index.ts'
import { campaignOwner } from '../../data/reports/day-sums.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

export function everyDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

type Asked = { company: Company; campaignId: string | undefined; from: string; to: string }

/** Days that have figures, in no order; undefined where there is no such campaign within reach. */
export async function funnelDays(
  { db, actor }: { db: Db; actor: UserActor },
  { company, campaignId, from, to }: Asked,
): Promise<DaySums[] | undefined> {
  if (campaignId !== undefined) {
    const place = await db.campaign.locate(campaignId)
    const client = place && (await db.company.find(place.companyId))
    if (!place || !client || !reaches(actor, client, undefined)) return undefined
    const isOf = client.id === company.id || client.ancestors.includes(company.id)
    return isOf ? db.daySums.list('FUNNEL', campaignOwner(place), from, to) : undefined
  }
  if (company.kind !== 'client' || company.hasLeadMonths) return db.daySums.list('FUNNEL', company.id, from, to)
  // Days of clients are kept since the months of their leads are; until a recount made them, those of its campaigns are added up.
  const lists = await mapConcurrent(await db.campaign.list(company.id), (campaign) =>
    db.daySums.list('FUNNEL', campaignOwner(campaign), from, to),
  )
  const byDay = Map.groupBy(lists.flat(), ({ day }) => day)
  return [...byDay].map(([day, all]) => ({ day, sums: addSums(all.map(({ sums }) => sums)) }))
}
