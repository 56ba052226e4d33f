// Every campaign of a company, in any state and however many there are: of a client its own, of an agency those of its clients. They
// are read as they are written: who stops or bills all of them must miss none that was started a moment ago.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { NodeTag } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

const MOST_CLIENTS = 100_000
type Deps = Pick<Db, 'node' | 'campaign'>
type Owner = Pick<Company, 'id' | 'kind'>

async function clientsMarked(db: Deps, agencyId: string, marks: readonly NodeTag[]): Promise<string[]> {
  const sets = await Promise.all(marks.map((mark) => db.node.marked(agencyId, 'client', mark, MOST_CLIENTS, true)))
  return sets.flatMap(({ found }) => [...found.keys()])
}

async function campaignsMarked(db: Deps, { id, kind }: Owner, marks: readonly NodeTag[]): Promise<Campaign[]> {
  if (kind === 'client') return db.campaign.list(id, true)
  const clients = new Set(await clientsMarked(db, id, marks))
  // The last campaign of a client that starts or stops gives it another mark, which may have been read before: looked at once more,
  // one is missed only if it changed in both looks, back and forth.
  if (marks.length > 1) for (const client of await clientsMarked(db, id, marks)) clients.add(client)
  return (await mapConcurrent([...clients], (client) => db.campaign.list(client, true))).flat()
}

/** Also those of clients that were deleted: what they cost is still to be paid and counted. */
export const allCampaigns = (db: Deps, company: Owner): Promise<Campaign[]> =>
  campaignsMarked(db, company, ['campaign_active', 'campaign_inactive', 'ended'])

export async function runningCampaigns(db: Deps, company: Owner): Promise<Campaign[]> {
  return (await campaignsMarked(db, company, ['campaign_active'])).filter(({ status }) => status === 'active')
}
