// Tells the people whom a campaign names each time that its leads pass a multiple. The id of a mail is made of campaign, step,
// multiple and address, so that no repetition tells anybody twice.
import { createHash } from 'node:crypto'
import { dueNotices } from '#shared/leads/notices.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'

const shortHash = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 16)

/** `stored`: how many leads the commit before had. Mails are sent before that is noted: if a worker crashes, it does both again. */
export async function tellMultiples(
  { db, queues }: { db: Pick<Db, 'lead' | 'leadNotice'>; queues: Queues },
  campaign: Campaign,
  stored: number,
): Promise<void> {
  const { id: campaignId, name, line, agencyId, noticeEvery: every, noticeTo } = campaign
  if (every <= 0 || noticeTo.length === 0) return
  const [meter, mark] = await Promise.all([db.lead.findMeter(campaign, true), db.leadNotice.find(campaign)])
  const due = dueNotices({ every, total: meter?.leads ?? 0, stored, mark })
  const last = due.at(-1)
  for (const multiple of due)
    for (const address of noticeTo)
      await queues.send('sendMail', {
        mailId: `leads-${campaignId}-${every}-${multiple}-${shortHash(address)}`,
        tenantId: agencyId,
        mail: 'leadsNotice',
        facts: { address, campaignId, campaign: name, line, leads: multiple * every },
      })
  if (last !== undefined) await db.leadNotice.tell(campaign, { every, told: last })
}
