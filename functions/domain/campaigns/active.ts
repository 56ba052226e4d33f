// Campaigns of a client, or of all clients of an agency: those that run stand in the way of ending what they run in.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import type { NodeTag } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'

/** Enough to tell somebody what to do; who has more begins with these. */
const MOST_CAMPAIGNS = 50
const AT_ONCE = 8

/** Clients of an agency that bear a mark; of a client itself. */
async function ownersOf(db: Db, company: Company, tags: readonly NodeTag[]): Promise<string[]> {
  if (company.kind === 'client') return [company.id]
  const sets = await Promise.all(tags.map((tag) => db.node.marked(company.id, 'client', tag, MOST_CAMPAIGNS)))
  const ids = new Set(sets.flatMap(({ found }) => [...found.keys()]))
  return (await db.node.getMany(company.id, [...ids])).map(({ companyId }) => companyId)
}

/** The first campaigns that a question is about, client by client. */
async function collect(
  db: Db,
  owners: readonly string[],
  wanted: (campaign: Campaign) => boolean,
): Promise<Campaign[]> {
  const found: Campaign[] = []
  for (let at = 0; at < owners.length && found.length < MOST_CAMPAIGNS; at += AT_ONCE) {
    const lists = await Promise.all(owners.slice(at, at + AT_ONCE).map((id) => db.campaign.list(id)))
    found.push(...lists.flat().filter(wanted))
  }
  return found.slice(0, MOST_CAMPAIGNS)
}

/** The first of the campaigns that run, no matter what their product. */
export async function activeCampaigns(db: Db, company: Company): Promise<Campaign[]> {
  return collect(db, await ownersOf(db, company, ['campaign_active']), ({ status }) => status === 'active')
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
  for (const campaign of active) {
    const ids = byLine[campaign.line] ?? []
    ids.push(campaign.number)
    byLine[campaign.line] = ids
  }
  return byLine
}
