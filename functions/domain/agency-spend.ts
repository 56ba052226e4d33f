// What the campaigns of an agency cost it: the wholesale prices that their leads were made under, summed by campaign.
import type { Campaign } from '#shared/model/campaign.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Db } from '../data/index.ts'

const AT_ONCE = 8
const MOST_CLIENTS = 100_000

/** Does some work for each item, a few at a time. */
async function mapSome<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return results
}

/** All campaigns of all clients of an agency, whatever their state. */
export async function campaignsOfAgency(db: Db, agencyId: string): Promise<Campaign[]> {
  const marks = ['campaign_active', 'campaign_inactive'] as const
  const sets = await Promise.all(marks.map((tag) => db.node.marked(agencyId, 'client', tag, MOST_CLIENTS)))
  const ids = new Set(sets.flatMap(({ found }) => [...found.keys()]))
  return (await mapSome([...ids], (id) => db.campaign.list(id))).flat()
}

export type Unbilled = { campaign: Campaign; fromCentiCents: number; toCentiCents: number }

/** Of each campaign what it cost since it was billed last. */
export async function unbilledOf(db: Db, agencyId: string): Promise<Unbilled[]> {
  return mapSome(await campaignsOfAgency(db, agencyId), async (campaign) => {
    const [fromCentiCents, toCentiCents] = await Promise.all([
      db.manualBill.billedTo(campaign),
      db.lead.wholesaleOf(campaign),
    ])
    return { campaign, fromCentiCents, toCentiCents }
  })
}

/** What leads of some days cost an agency altogether, both days included; days are those of each campaign's zone. */
export async function wholesaleBetween(db: Db, agencyId: string, fromOn: string, toOn: string): Promise<number> {
  const days = await mapSome(await campaignsOfAgency(db, agencyId), (campaign) =>
    db.lead.countByDay(campaign, fromOn, toOn),
  )
  return roundToCents(days.flat().reduce((sum, { wholesaleCentiCents }) => sum + wholesaleCentiCents, 0))
}
