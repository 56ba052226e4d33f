// What each agency has, counted: clients and running campaigns by counters, leads by the days of its campaigns.
import type { Campaign } from '#shared/model/campaign.ts'
import type { CompanyNode } from '#shared/model/node.ts'
import type { Db } from '../data/index.ts'

const AT_ONCE = 8
const MOST_CLIENTS = 100_000

export type AgencyNumbers = { node: CompanyNode; clients: number; activeCampaigns: number; leads: number }

/** Does some work for each item, a few at a time. */
async function mapSome<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return results
}

async function campaignsOf(db: Db, agencyId: string): Promise<Campaign[]> {
  const marks = ['campaign_active', 'campaign_inactive'] as const
  const sets = await Promise.all(marks.map((tag) => db.node.marked(agencyId, 'client', tag, MOST_CLIENTS)))
  const ids = sets.flatMap(({ found }) => [...found.keys()])
  return (await mapSome(ids, (id) => db.campaign.list(id))).flat()
}

export async function agencyNumbers(db: Db, node: CompanyNode, start: string, end: string): Promise<AgencyNumbers> {
  const [clients, activeCampaigns, campaigns] = await Promise.all([
    db.node.count(node.companyId, 'client'),
    db.node.count(node.companyId, 'activeCampaign'),
    campaignsOf(db, node.companyId),
  ])
  const days = await mapSome(campaigns, (campaign) => db.lead.countByDay(campaign, start, end))
  return { node, clients, activeCampaigns, leads: days.flat().reduce((sum, day) => sum + day.leads, 0) }
}
