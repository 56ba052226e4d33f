// Campaigns of a client, or of all clients of an agency: those that run stand in the way of ending what they run in.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import type { NodeTag } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'

/** Enough to tell somebody what to do; who has more begins with these. */
export const MOST_CAMPAIGNS = 50
const AT_ONCE = 8

type Owner = { id: string; name: string }
export type OwnedCampaign = { campaign: Campaign; owner: Owner }

/** Clients of an agency that bear a mark; of a client itself. */
async function ownersOf(db: Db, company: Company, tags: readonly NodeTag[], most = MOST_CAMPAIGNS): Promise<Owner[]> {
  if (company.kind === 'client') return [company]
  const sets = await Promise.all(tags.map((tag) => db.node.marked(company.id, 'client', tag, most)))
  const ids = new Set(sets.flatMap(({ found }) => [...found.keys()]))
  const nodes = await db.node.getMany(company.id, [...ids])
  return nodes.map(({ companyId, companyName }) => ({ id: companyId, name: companyName }))
}

/** The first campaigns that a question is about, client by client. */
async function collect(
  db: Db,
  owners: readonly Owner[],
  wanted: (campaign: Campaign) => boolean,
  most = MOST_CAMPAIGNS,
): Promise<OwnedCampaign[]> {
  const found: OwnedCampaign[] = []
  for (let at = 0; at < owners.length && found.length < most; at += AT_ONCE) {
    const some = owners.slice(at, at + AT_ONCE)
    const lists = await Promise.all(some.map(({ id }) => db.campaign.list(id)))
    found.push(
      ...some.flatMap((owner, index) => (lists[index] ?? []).filter(wanted).map((campaign) => ({ campaign, owner }))),
    )
  }
  return found.slice(0, most)
}

export async function campaignsBelow(db: Db, company: Company, most: number): Promise<OwnedCampaign[]> {
  return collect(db, await ownersOf(db, company, ['campaign_active', 'campaign_inactive'], most), () => true, most)
}

/** The first of the campaigns that run, no matter what their product. */
export async function activeCampaigns(db: Db, company: Company): Promise<Campaign[]> {
  const active = await collect(
    db,
    await ownersOf(db, company, ['campaign_active']),
    ({ status }) => status === 'active',
  )
  return active.map(({ campaign }) => campaign)
}

export type ActiveByLine = Partial<Record<ProductLine, string[]>>

/** Public numbers of running campaigns by product; a product without any is left out. */
export async function activeByLine(db: Db, company: Company, lines: readonly ProductLine[]): Promise<ActiveByLine> {
  const owners = await ownersOf(
    db,
    company,
    lines.map((line) => `active_${line}` as const),
  )
  const active = await collect(db, owners, ({ status, line }) => status === 'active' && lines.includes(line))
  const byLine: ActiveByLine = {}
  for (const { campaign } of active) {
    const ids = byLine[campaign.line] ?? []
    ids.push(campaign.number)
    byLine[campaign.line] = ids
  }
  return byLine
}
