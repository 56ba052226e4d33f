// What each campaign of a client brought its agency between two instants.
import type { Campaign } from '#shared/model/campaign.ts'
import { countedAt } from '#shared/model/campaign-bill.ts'
import type { Company } from '#shared/model/company.ts'
import { type Margin, marginOf } from '#shared/money/margin.ts'
import type { Db } from '../../data/index.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

export type CampaignMargin = { campaign: Campaign; margin: Margin }

const isNothing = (margin: Margin): boolean => Object.values(margin).every((amountCents) => amountCents === 0)

/** Newest campaign first; those that brought and cost nothing are left out. `end` is the first instant after it. */
export async function clientMargins(
  db: Pick<Db, 'campaign' | 'campaignBill' | 'payment'>,
  client: Pick<Company, 'id'>,
  { start, end }: { start: number; end: number },
): Promise<CampaignMargin[]> {
  const [campaigns, payments] = await Promise.all([
    db.campaign.list(client.id),
    db.payment.listBetween(client.id, start, end),
  ])
  const all = await mapConcurrent(campaigns, async (campaign) => {
    const bills = (await db.campaignBill.list(campaign)).filter(
      (bill) => countedAt(bill) >= start && countedAt(bill) < end,
    )
    const own = payments.filter(({ campaignId }) => campaignId === campaign.id)
    return { campaign, margin: marginOf(own, bills) }
  })
  return all.filter(({ margin }) => !isNothing(margin))
}
