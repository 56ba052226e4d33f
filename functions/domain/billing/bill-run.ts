// The worker's half of billing campaigns, and what asks for last bills.
import type { BillRun } from '#shared/jobs.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { AllQueues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import type { CollectDeps } from '../payments/record.ts'
import { billCampaign } from './bill-campaign.ts'
import { collectBill } from './collect-bill.ts'
import { collectTogether } from './manual-billing.ts'
import { hasUnbilled } from './unbilled.ts'

type Deps = { db: Db; queues: AllQueues }

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
