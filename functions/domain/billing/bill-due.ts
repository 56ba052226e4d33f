// Which campaigns are to be billed, one message each: the timetable's half of billing them, and that of the calls that end one.
import type { BillRun } from '#shared/jobs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Page } from '../../data/billing/campaign-bill.ts'
import type { Db } from '../../data/index.ts'
import type { AllQueues, Queues } from '../../gateways/queue.ts'

type Deps = { db: Pick<Db, 'campaignBill'>; queues: AllQueues }

async function sendPages<Item extends BillRun>(
  { queues }: Deps,
  page: (after: string | null) => Promise<Page<Item>>,
): Promise<number> {
  let sent = 0
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const { found, next }: Page<Item> = await page(after)
    await queues.sendMany(
      'billCampaign',
      found.map(({ companyId, campaignId, key }) => ({
        message: { companyId, campaignId, ...(key !== undefined && { key }) },
        // Campaigns of one client do not wait for all those of another.
        group: companyId,
      })),
    )
    sent += found.length
    after = next
  }
  return sent
}

/** Sends what is due at an instant (ms). What is sent twice is billed once. */
export async function sendBills(deps: Deps, at: number): Promise<{ due: number; open: number }> {
  const { campaignBill } = deps.db
  const due = await sendPages(deps, (after) => campaignBill.duePage(at, after))
  const open = await sendPages(deps, (after) => campaignBill.openPage(at, after))
  return { due, open }
}

/**
 * Has a campaign that came to an end billed now. It is due as well, so a message that cannot be sent only means that the timetable
 * finds it some minutes later.
 */
export async function billSoon(
  { queues, report }: { queues: Queues; report: (what: string, error: unknown) => void },
  { companyId, id: campaignId }: Pick<Campaign, 'companyId' | 'id'>,
): Promise<void> {
  await queues
    .send('billCampaign', { companyId, campaignId }, { group: companyId })
    .catch((error) => report('a last bill waits for the timetable', error))
}
