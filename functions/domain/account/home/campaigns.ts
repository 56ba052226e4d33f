// What a first page looks at of campaigns: whether there are any, and what was heard of the pixels of those that run by one.
import { DAY } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { CampaignEntry } from '../../../data/campaigns/list.ts'
import type { Db } from '../../../data/index.ts'
import type { Attention } from './types.ts'

/** `companyName`: whose it is, where that is not the reader's own company. */
type Running = Pick<CampaignEntry, 'id' | 'name' | 'number'> & { companyName?: string }
type Heard = { campaign: Running; seenAt: number | undefined }
export type Campaigns = { isAny: boolean; heard: Heard[] }

const MOST_PIXELS = 8
/** Of a client, of which those that run by a pixel are found. */
const MOST_READ = 25

const hear = (db: Db, running: readonly Running[]): Promise<Heard[]> =>
  Promise.all(running.map(async (campaign) => ({ campaign, seenAt: await db.pixel.lastSeen(campaign.id) })))

/** The newest ones only, so that it costs the same for any number of them. */
export async function campaignsOf(db: Db, { id, kind }: Company): Promise<Campaigns> {
  if (kind === 'client') {
    const own = (await db.campaign.newest(id, MOST_READ)).filter(({ status }) => status !== 'removed')
    const running = own.filter(({ line, status }) => line === 'local' && status === 'active')
    return { isAny: own.length > 0, heard: await hear(db, running.slice(0, MOST_PIXELS)) }
  }
  const [counts, heard] = await Promise.all([
    db.campaignList.counts(id),
    db.campaignList
      .some({ agencyId: id, line: 'local', status: 'active' }, { after: undefined, limit: MOST_PIXELS })
      .then((running) => hear(db, running)),
  ])
  const isAny = [...counts.values()].some((of) => of.active + of.paused + of.stopped + of.archived > 0)
  return { isAny, heard }
}

export function silences({ heard }: Campaigns, now: number): Attention[] {
  return heard.flatMap(({ campaign: { name, number, companyName }, seenAt }): Attention[] => {
    const of = { name, campaignNumber: number, ...(companyName && { reasons: [companyName] }) }
    if (seenAt === undefined) return [{ kind: 'pixel_missing', ...of }]
    return seenAt < now - DAY ? [{ kind: 'pixel_silent', ...of, at: seenAt }] : []
  })
}
