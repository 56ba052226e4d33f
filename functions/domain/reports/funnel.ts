// The report analytics: what became of everybody who was seen. Tallies of hours are summed up to days of campaigns, these to
// days of their client and of their agency, and the agency's to days of the root. Each step counts anew what it sums up, so it may run twice or late.
import { addDays, DAY, dayIn, daysIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import { KEPT_DAYS, type TallyMark } from '../../data/leads/tally.ts'
import { campaignOwner } from '../../data/reports/day-sums.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { everyDay } from './analytics.ts'

type Deps = { db: Db; now: () => number }
type Marked = Pick<TallyMark, 'companyId' | 'campaignId' | 'hour' | 'from'>

/** The days from the one of an instant to today, in the zone of a campaign; none of which some hours are forgotten already. */
function daysSince({ timeZone }: Campaign, from: number, now: number): string[] {
  const today = dayIn(timeZone, now)
  const oldest = addDays(dayIn(timeZone, now - KEPT_DAYS * DAY), 1)
  const first = dayIn(timeZone, from)
  const known = [oldest, first].toSorted()
  return everyDay(known.at(-1) ?? today, today)
}

/** Counts some days of a campaign anew, for itself, its client and its agency. */
export async function sumCampaign({ db, now }: Deps, campaign: Campaign, days: readonly string[]): Promise<void> {
  await mapConcurrent(days, async (day) => {
    const countedAt = now()
    const { start, end } = daysIn(campaign.timeZone, day, day)
    const sums = { [campaign.line]: await db.leadTally.sum(campaign, start, end) }
    await db.daySums.save('FUNNEL', campaignOwner(campaign), { day, sums, countedAt })
    for (const owner of [campaign.companyId, campaign.agencyId])
      await db.daySums.savePart('FUNNEL', owner, campaign.id, { day, sums, countedAt })
  })
}

/** Adds up days of a client. */
export async function sumClient({ db, now }: Deps, clientId: string, days: Iterable<string>): Promise<void> {
  await mapConcurrent([...new Set(days)], (day) => db.daySums.sumParts('FUNNEL', clientId, day, now()))
}

/** Adds up days of an agency, and says so to its root. */
export async function sumAgency({ db, now }: Deps, agencyId: string, days: readonly string[]): Promise<void> {
  const agency = await db.company.find(agencyId)
  await mapConcurrent(days, async (day) => {
    const counted = await db.daySums.sumParts('FUNNEL', agencyId, day, now())
    if (!agency || agency.rootId === agencyId) return
    await db.daySums.savePart('FUNNEL', agency.rootId, agencyId, counted)
    await db.daySums.mark('FUNNEL', agency.rootId, day, now())
  })
}

/** Sums up what was counted in some hours of an agency's campaigns. Answers one sentence for the log. */
export async function sumTallies(
  deps: Deps,
  { agencyId, marks }: { agencyId: string; marks: readonly Marked[] },
): Promise<string> {
  const { db, now } = deps
  const byCampaign = [...Map.groupBy(marks, ({ campaignId }) => campaignId).values()]
  const touched = new Set<string>()
  const ofClients: { companyId: string; days: string[] }[] = []
  await mapConcurrent(byCampaign, async (ofOne) => {
    const [{ companyId, campaignId } = { companyId: '', campaignId: '' }] = ofOne
    const campaign = await db.campaign.find(companyId, campaignId)
    if (!campaign) return
    const days = daysSince(campaign, Math.min(...ofOne.map(({ from }) => from)), now())
    await sumCampaign(deps, campaign, days)
    for (const day of days) touched.add(day)
    ofClients.push({ companyId, days })
  })
  for (const [companyId, all] of Map.groupBy(ofClients, (one) => one.companyId))
    await sumClient(
      deps,
      companyId,
      all.flatMap(({ days }) => days),
    )
  await sumAgency(deps, agencyId, [...touched])
  // Last: if the worker crashes before, all is counted again.
  await mapConcurrent(marks, (mark) => db.leadTally.drop({ ...mark, agencyId }))
  return `${byCampaign.length} campaigns, ${touched.size} days`
}

/** Adds up the days of roots that some agency counted anew. Answers how many. */
export async function sumRoots({ db, now }: Deps, at: number, limit: number): Promise<number> {
  const due = await db.daySums.listDue('FUNNEL', at, limit)
  for (const mark of due) {
    await db.daySums.sumParts('FUNNEL', mark.owner, mark.day, now())
    await db.daySums.drop('FUNNEL', mark)
  }
  return due.length
}
