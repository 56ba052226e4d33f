// How a campaign that pays ahead stands: what is left, and whether it buys more by itself.
import type { Campaign } from '#shared/model/campaign.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import type { Db } from '../../data/index.ts'

export type TopUpState = { left: number; gone: number; state: 'on' | 'off' | 'under_way' | 'failed' }

export async function topUpState(db: Db, campaign: Campaign): Promise<TopUpState> {
  const [meter, { isTopUpStopped }, purchase] = await Promise.all([
    db.lead.findMeter(campaign),
    db.campaignBill.findState(campaign),
    db.campaignBill.findPurchase(campaign),
  ])
  const { lots = [], gone = 0 } = meter ?? {}
  // Who failed to pay is stopped at once, and asked again on other days.
  const isFailed = campaign.status === 'stopped' && campaign.statusReason === 'payment_failed'
  const underWay = isFailed ? ('failed' as const) : ('under_way' as const)
  const state = purchase?.why === 'topup' ? underWay : isTopUpStopped ? ('off' as const) : ('on' as const)
  return { left: leadsLeft(lots, gone), gone, state }
}
