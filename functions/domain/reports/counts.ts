// How many leads a scope has on each of its days, from counters alone: what it costs does not grow with the leads.
import type { Db } from '../../data/index.ts'
import type { AgencyDay } from '../../data/leads/lead.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { type Book, openBook, type Reported, type Scope } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth'>
export type Days = { from: string; to: string }
/** Like the days of an agency: without amounts where nobody knows them. */
export type Counted = AgencyDay
/** A campaign that has leads in the days of a report. */
export type CountedCampaign = { campaign: Reported; days: Counted[] }

/** The days of campaigns, each in its own zone. Those whose last lead lies before are not asked. */
export async function countCampaigns(
  db: Pick<Db, 'lead'>,
  { campaigns, meters }: Book,
  { from, to }: Days,
): Promise<CountedCampaign[]> {
  const some = campaigns.flatMap((campaign) => {
    const meter = meters.get(campaign.id)
    return meter && meter.day >= from ? [{ campaign, meter }] : []
  })
  const counted = await mapConcurrent(some, async ({ campaign, meter }) => ({
    campaign,
    days: await db.lead.countByDay(campaign, from, to, meter),
  }))
  return counted.filter(({ days }) => days.length > 0)
}

/** Leads and amounts of some days in one; the amounts only where all of them are known. */
export function sumUp(days: readonly Counted[]): Omit<Counted, 'day'> {
  const total = { leads: 0, retailCentiCents: 0, wholesaleCentiCents: 0 }
  let isPriced = true
  for (const { leads, retailCentiCents, wholesaleCentiCents } of days) {
    total.leads += leads
    total.retailCentiCents += retailCentiCents ?? 0
    total.wholesaleCentiCents += wholesaleCentiCents ?? 0
    isPriced &&= retailCentiCents !== undefined && wholesaleCentiCents !== undefined
  }
  return isPriced ? total : { leads: total.leads }
}

/** The days of all campaigns of a client, from rows of its own and from meters. */
async function countClient(
  db: Pick<Db, 'lead'>,
  { client, line }: Extract<Scope, { of: 'client' }>,
  { campaigns, meters }: Book,
  days: Days,
): Promise<Counted[]> {
  const metered = campaigns.flatMap(({ id, number, line: of }) => {
    const meter = meters.get(id)
    return meter ? [{ line: of, number, meter }] : []
  })
  return db.lead.clientByDay(client.id, metered, { ...days, line })
}

/**
 * The days of a scope. Those of an agency, and of a client whose campaigns nobody wants to tell apart, come from rows of their own,
 * so that they cost the same for any number of campaigns.
 */
export async function countScope(
  db: Deps,
  scope: Scope,
  days: Days,
  { book, byCampaign }: { book?: Book | undefined; byCampaign: boolean },
): Promise<{ days: Counted[]; campaigns: CountedCampaign[] | undefined }> {
  if (scope.of === 'agency')
    return { days: await db.lead.agencyByDay(scope.agency.id, scope.line, days.from, days.to), campaigns: undefined }
  const opened = book ?? (await openBook(db, scope, days))
  if (scope.of === 'client' && !byCampaign)
    return { days: await countClient(db, scope, opened, days), campaigns: undefined }
  const campaigns = await countCampaigns(db, opened, days)
  return { days: campaigns.flatMap((each) => each.days), campaigns }
}
