// The campaigns of one client: how many there are without reading them, and their lines where some must be looked through.
import type { CampaignStatus } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import { campaignCountsOf } from '#shared/model/node.ts'
import type { Db } from '../../data/index.ts'

type Counts = ReadonlyMap<ProductLine, Partial<Record<CampaignStatus, number>>>
type Client = Pick<Company, 'id' | 'parentId'>

/** By product and state, also removed ones. */
export async function countsOfClient(db: Pick<Db, 'campaignList' | 'node'>, { id, parentId }: Client): Promise<Counts> {
  const entry = parentId ? await db.node.find(parentId, id) : undefined
  const counted = entry && campaignCountsOf(entry.facts)
  if (counted) return counted
  // A client that has ended, or whose entry is from before its campaigns were counted by state.
  const counts = new Map<ProductLine, Partial<Record<CampaignStatus, number>>>()
  for (const { line, status } of await db.campaignList.ofClient(id)) {
    const of = counts.get(line) ?? {}
    counts.set(line, { ...of, [status]: (of[status] ?? 0) + 1 })
  }
  return counts
}
