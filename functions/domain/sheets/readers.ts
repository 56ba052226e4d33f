// Who is to open the sheet of a campaign, and that the sheet follows when that changes.
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignSheet } from '#shared/model/campaign-sheet.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { withoutShutOut } from '../campaigns/shut-out.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

/** Those who get the reports of a campaign, and those who are told of it. */
export const readersOf = ({ reportTo, noticeTo }: Pick<Campaign, 'reportTo' | 'noticeTo'>): string[] => [
  ...new Set([...reportTo, ...noticeTo].map((address) => address.trim().toLowerCase()).filter(Boolean)),
]

/** Those of them who were not shut out since they were named: the others lose the sheet before the next lead stands in it. */
export const presentReaders = (db: Pick<Db, 'user'>, campaign: Campaign): Promise<string[]> =>
  withoutShutOut(db, campaign, readersOf(campaign))

type Read = Parameters<typeof readersOf>[0]

export const isReadAlike = (one: Read, other: Read): boolean =>
  String(readersOf(one).sort()) === String(readersOf(other).sort())

/** All whom a sheet is shared with, as far as it is known or may be so. */
export const openTo = ({ sharedWith, sharing }: Pick<CampaignSheet, 'sharedWith' | 'sharing'>): string[] => [
  ...new Set([...sharedWith, ...sharing]),
]

/** Whom a sheet is shared with, or may be, although they are to read it no more. */
export const leftOf = (readers: readonly string[], sheet: Parameters<typeof openTo>[0]): string[] =>
  openTo(sheet).filter((address) => !readers.includes(address))

/** What a client's people may do with its sheets. */
export const roleOf = ({ editsSheets }: Pick<Company, 'editsSheets'>) => (editsSheets ? 'writer' : 'reader')

type Deps = {
  db: Pick<Db, 'toolChoice' | 'sheet' | 'user'>
  queues: Queues
  report: (what: string, error: unknown) => void
}

/**
 * Has the writer of the sheet share it anew. Who left loses all sheets that there were, also where the tool is off since, or another
 * company's account writes. What fails here is done with the next lead.
 */
export async function followReaders({ db, queues, report }: Deps, before: Campaign, campaign: Campaign): Promise<void> {
  if (isReadAlike(before, campaign)) return
  const { companyId, agencyId, id: campaignId } = campaign
  try {
    const [choice, all, readers] = await Promise.all([
      db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' }),
      db.sheet.list(campaign),
      presentReaders(db, campaign),
    ])
    const left = all.filter((sheet) => leftOf(readers, sheet).length > 0)
    const ownerIds = new Set([...(choice?.isEnabled ? [choice] : []), ...left].map(({ ownerId }) => ownerId))
    for (const ownerId of ownerIds) await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId })
  } catch (error) {
    report('the readers of a sheet', error)
  }
}

/** Whether people may edit the sheets of a client was changed: their writers change what each may do. As `followReaders`. */
export async function followRole(
  { db, queues, report }: Pick<Deps, 'queues' | 'report'> & { db: Db },
  before: Company,
  editsSheets: boolean | undefined,
): Promise<void> {
  if (before.kind !== 'client' || editsSheets === undefined || editsSheets === before.editsSheets) return
  try {
    await mapConcurrent(await allCampaigns(db, before), async (campaign) => {
      const { companyId, agencyId, id: campaignId } = campaign
      const ownerIds = new Set((await db.sheet.list(campaign)).map(({ ownerId }) => ownerId))
      for (const ownerId of ownerIds) await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId })
    })
  } catch (error) {
    report('what readers may do with sheets', error)
  }
}

/**
 * What readers who left still have of the sheets of an owner, or of any: a company connected again, or somebody was removed. Answers of
 * how many campaigns.
 */
export async function followLeft(
  { db, queues }: { db: Db; queues: Queues },
  campaigns: readonly Campaign[],
  ownerId?: string,
): Promise<number> {
  const sent = await mapConcurrent(campaigns, async (campaign) => {
    const all = await db.sheet.list(campaign)
    const own = ownerId === undefined ? all : all.filter((sheet) => sheet.ownerId === ownerId)
    if (own.length === 0) return false
    const readers = await presentReaders(db, campaign)
    const left = own.filter((sheet) => leftOf(readers, sheet).length > 0)
    const { companyId, agencyId, id: campaignId } = campaign
    for (const each of new Set(left.map((sheet) => sheet.ownerId)))
      await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId: each })
    return left.length > 0
  })
  return sent.filter(Boolean).length
}
