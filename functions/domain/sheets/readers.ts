// Who is to open the sheet of a campaign, and that the sheet follows when that changes.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'

/** Those who get the reports of a campaign, and those who are told of it. */
export const readersOf = ({ reportTo, noticeTo }: Pick<Campaign, 'reportTo' | 'noticeTo'>): string[] => [
  ...new Set([...reportTo, ...noticeTo].map((address) => address.trim().toLowerCase()).filter(Boolean)),
]

type Read = Parameters<typeof readersOf>[0]

export const isReadAlike = (one: Read, other: Read): boolean =>
  String(readersOf(one).sort()) === String(readersOf(other).sort())

type Deps = { db: Pick<Db, 'toolChoice'>; queues: Queues; report: (what: string, error: unknown) => void }

/** Has the writer of the sheet share it anew. What fails here is done with the next lead. */
export async function followReaders({ db, queues, report }: Deps, before: Campaign, campaign: Campaign): Promise<void> {
  if (isReadAlike(before, campaign)) return
  const { companyId, agencyId, id: campaignId } = campaign
  try {
    const choice = await db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' })
    if (choice?.isEnabled) await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId: choice.ownerId })
  } catch (error) {
    report('the readers of a sheet', error)
  }
}
