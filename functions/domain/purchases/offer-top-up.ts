// Where leads are stored: has more of them bought where few are left. Small, because the functions that store leads load it.
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import { isLow } from '#shared/money/bought-leads.ts'
import { isBought } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Report } from '../lib/report-fault.ts'

type Offering = { queues: Queues; report: Report }

/** Leads whose payment was declined come at once when it is paid after all; where this is lost, the timetable has them given. */
export async function offerPaid({ queues, report }: Offering, payment: Payment, payer: Company): Promise<void> {
  const { purpose, campaignId, clientId, companyId } = payment
  if (purpose !== 'topup' || !campaignId) return
  const group = payer.kind === 'client' ? (payer.parentId ?? payer.id) : payer.id
  await queues
    .send('topUpCampaign', { companyId: clientId ?? companyId, campaignId }, { group })
    .catch((error: unknown) => report('leads that were paid for come with the timetable', error))
}

type Look = { full?: string; funding?: string; meter: Meter | undefined }

/**
 * Where nothing is left of what was bought, the message that asks for more may be lost, and no lead follows that would send another.
 * A purchase that is under way is looked after by the timetable: it may wait for its payment for days, and visitors come all the time.
 */
export async function offerWhereNoneIsLeft(
  deps: { db: Pick<Db, 'campaignBill'>; queues: Queues },
  campaign: Campaign,
  { full, funding, meter }: Look,
): Promise<void> {
  if (full !== 'noFunds' || funding !== 'lot' || !meter) return
  if (!(await deps.db.campaignBill.findPurchase(campaign))) await offerTopUp(deps, campaign, meter)
}

/**
 * After leads of a campaign were stored, with its meter as it is since: has further leads bought where few are left, or the
 * campaign stopped where none are. It may be asked as often as one likes.
 */
export async function offerTopUp({ queues }: { queues: Queues }, campaign: Campaign, meter: Meter): Promise<void> {
  if (!isBought(campaign.term) || !isLow(meter)) return
  const { companyId, id: campaignId, agencyId: group } = campaign
  await queues.send('topUpCampaign', { companyId, campaignId }, { group })
}
