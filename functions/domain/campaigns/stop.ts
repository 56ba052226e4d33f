// Stops everything that runs below a company, for one reason.
import type { Campaign, StatusReason } from '#shared/model/campaign.ts'
import { type Company, type ProductLine, productLines } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { NoticeDeps } from '../account/notice.ts'
import { runningCampaigns } from './all.ts'
import { tellStopped } from './tell-stopped.ts'

/** Somebody may start a campaign while others are being stopped: it is looked again until none runs. */
const MOST_ROUNDS = 20

/** Every active campaign of a client, or of all clients of an agency, or only those of some products. Answers how many there were. */
export async function stopCampaigns(
  { db, now }: NoticeDeps & { db: Db },
  company: Company,
  reason: StatusReason,
  lines: readonly ProductLine[] = productLines,
): Promise<number> {
  const stopped = new Set<Campaign['id']>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const running = (await runningCampaigns(db, company)).filter(({ line }) => lines.includes(line))
    if (running.length === 0) return stopped.size
    // Before: after a crash in between nobody would know how many there were.
    if (round === 0) await tellStopped({ db, now }, running, reason, company.id)
    // False when somebody else changed it meanwhile: the next round sees what it is now.
    for (const campaign of running)
      if (await db.campaignChange.setStatus(campaign, 'stopped', reason)) stopped.add(campaign.id)
  }
  throw new Error(`The campaigns of ${company.id} could not all be stopped.`)
}
