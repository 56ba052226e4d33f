// Where leads are stored: has more of them bought where few are left. Small, because the functions that store leads load it.
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { isLow } from '#shared/money/bought-leads.ts'
import { isBought } from '#shared/money/price-list.ts'
import type { Queues } from '../../gateways/queue.ts'

/**
 * After leads of a campaign were stored, with its meter as it is since: has further leads bought where few are left, or the
 * campaign stopped where none are. It may be asked as often as one likes.
 */
export async function offerTopUp({ queues }: { queues: Queues }, campaign: Campaign, meter: Meter): Promise<void> {
  if (!isBought(campaign.term) || !isLow(meter)) return
  const { companyId, id: campaignId, agencyId: group } = campaign
  await queues.send('topUpCampaign', { companyId, campaignId }, { group })
}
