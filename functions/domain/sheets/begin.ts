// Campaigns that report into a sheet get one. Apart from how it is written: who begins it needs to know no more.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

/** Sends leads of campaigns of a company, or of an agency's clients, into sheets from now on, where nobody chose otherwise. */
export async function beginSheets(
  { db, queues }: { db: Pick<Db, 'toolChoice' | 'tool'>; queues: Pick<Queues, 'send'> },
  campaigns: readonly Campaign[],
): Promise<number> {
  const begun = await mapConcurrent(campaigns, async (campaign) => {
    if (campaign.reportType !== 'GoogleSheet' || campaign.status === 'archived') return false
    const { companyId, agencyId, id: campaignId } = campaign
    if (await db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' })) return false
    const [own, ofAgency] = await Promise.all([
      db.tool.find({ companyId, slug: 'google_sheets' }),
      db.tool.find({ companyId: agencyId, slug: 'google_sheets' }),
    ])
    const connection = own ?? ofAgency
    if (!connection) return false
    const ownerId = connection.companyId
    await db.toolChoice.set({ companyId, campaignId, slug: 'google_sheets', ownerId, isEnabled: true, values: {} })
    await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId })
    return true
  })
  return begun.filter(Boolean).length
}
