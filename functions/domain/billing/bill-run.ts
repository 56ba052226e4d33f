// The timetable's and the worker's half of billing campaigns: one message for each campaign whose bill is due, and for each bill of
// which somebody is still to be asked for his part.
import type { BillRun } from '#shared/jobs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Page } from '../../data/billing/campaign-bill.ts'
import type { Db } from '../../data/index.ts'
import type { AllQueues, Queues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { CollectDeps } from '../payments/record.ts'
import { billCampaign, hasUnbilled } from './bill-campaign.ts'
import { collectBill } from './collect-bill.ts'
import { collectTogether } from './manual-billing.ts'

type Deps = { db: Db; queues: AllQueues }

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

/** Does what one message asks for. */
export async function runBill(deps: CollectDeps, { companyId, campaignId, key }: BillRun): Promise<string> {
  const campaign = { companyId, id: campaignId }
  if (key === undefined) {
    const { bills, isOpen, isProven } = await billCampaign({ ...deps, stopped: new Set() }, campaign)
    const said = bills.length === 0 ? 'no bill' : bills.map((bill) => bill.key).join(', ')
    return `${said}${isProven ? '' : ', one waits for people'}${isOpen ? ', not known yet' : ''}`
  }
  const bill = await deps.db.campaignBill.find(campaign, key)
  if (!bill || bill.isDone) return `${key} is done`
  const collected = bill.manualBillAt === undefined ? await collectBill(deps, bill) : await collectTogether(deps, bill)
  return `${key}: ${collected}`
}

/**
 * Has all that a company's campaigns were not billed for yet billed at once, by the job: of what ends with them. What is lost of
 * the messages is found by the timetable.
 */
export async function askLastBills({ db, queues, now }: Deps & { now: () => number }, company: Company): Promise<void> {
  const due = await mapConcurrent(await allCampaigns(db, company), async (campaign) => {
    if (!(await hasUnbilled(db, campaign))) return []
    const state = await db.campaignBill.findState(campaign)
    // Refused where it is billed just now, or was started anew.
    await db.campaignBill.saveState(campaign, state, { due: { at: now(), isFinal: true } })
    return [campaign]
  })
  const messages = due.flat().map(({ companyId, id }) => ({ message: { companyId, campaignId: id }, group: companyId }))
  await queues.sendMany('billCampaign', messages)
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
