// Campaigns by the words of their names or of their clients', for the person who has to choose one.
import type { Company } from '#shared/model/company.ts'
import { foldText, searchStarts } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'
import { nodePage } from '../companies/list.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { campaignsBelow, MOST_CAMPAIGNS, type OwnedCampaign } from './active.ts'

/** Names of campaigns are in no index: so many clients are looked through for one question. */
const MOST_CLIENTS = 400

export type FoundCampaigns = { campaigns: OwnedCampaign[]; isCut: boolean }

const cut = (campaigns: OwnedCampaign[], isMore = false): FoundCampaigns => ({
  campaigns: campaigns.slice(0, MOST_CAMPAIGNS),
  isCut: isMore || campaigns.length > MOST_CAMPAIGNS,
})

const isNamed = (name: string, starts: readonly string[]) => {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u)
  return starts.every((start) => words.some((word) => word.startsWith(start)))
}

type Owner = OwnedCampaign['owner']

const campaignsOf = async (db: Db, owners: readonly Owner[]): Promise<OwnedCampaign[]> =>
  (
    await mapConcurrent(owners, async (owner) =>
      (await db.campaign.list(owner.id)).map((campaign) => ({ campaign, owner })),
    )
  ).flat()

/** Clients of an agency whose name fits, and the first of all those that have campaigns. */
async function ownersBelow(db: Db, agency: Company, search: string) {
  const list = { parentId: agency.id, kind: 'client', sort: 'companyName', order: 'asc' } as const
  const query = { list, search, tags: [], page: 1, perPage: MOST_CAMPAIGNS, place: undefined }
  const marked = (tag: 'campaign_active' | 'campaign_inactive') =>
    db.node.marked(agency.id, 'client', tag, MOST_CLIENTS)
  const [byName, ...sets] = await Promise.all([
    nodePage(db, query),
    ...(['campaign_active', 'campaign_inactive'] as const).map(marked),
  ])
  const ids = [...new Set(sets.flatMap(({ found }) => [...found.keys()]))]
  const looked = await db.node.getMany(agency.id, ids.slice(0, MOST_CLIENTS))
  return {
    byName: byName.nodes.map(toOwner),
    looked: looked.map(toOwner),
    isMore: byName.total > byName.nodes.length || ids.length > MOST_CLIENTS || sets.some(({ isCut }) => isCut),
  }
}
const toOwner = ({ companyId, companyName }: { companyId: string; companyName: string }): Owner => ({
  id: companyId,
  name: companyName,
})

/** The first of the campaigns that fit, and whether there may be more. */
export async function findCampaigns(db: Db, company: Company, search: string): Promise<FoundCampaigns> {
  const starts = searchStarts(search)
  if (company.kind === 'client') {
    const own = await campaignsOf(db, [company])
    return cut(own.filter(({ campaign }) => isNamed(campaign.name, starts)))
  }
  if (starts.length === 0) return cut(await campaignsBelow(db, company, MOST_CAMPAIGNS + 1))
  const { byName, looked, isMore } = await ownersBelow(db, company, search)
  const known = new Set(byName.map(({ id }) => id))
  const others = await campaignsOf(
    db,
    looked.filter(({ id }) => !known.has(id)),
  )
  return cut(
    [...(await campaignsOf(db, byName)), ...others.filter(({ campaign }) => isNamed(campaign.name, starts))],
    isMore,
  )
}
