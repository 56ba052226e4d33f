import { contracts } from '#shared/contracts/index.ts'
import { leadPrice, noFees, noPrice } from '#shared/money/price-list.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import { findCampaignPrice } from '../../domain/pricing/prices.ts'
import { topUpState } from '../../domain/purchases/state.ts'
import { handle } from '../../kit/handle.ts'
import { toLots } from '../../wire/campaigns/purchases.ts'

export default handle(contracts.campaigns.currentTopUp, async ({ campaign, db, now }) => {
  const [price = noPrice, look, lots] = await Promise.all([
    findCampaignPrice(db, campaign, now()),
    topUpState(db, campaign),
    db.campaignBill.listLots(campaign),
  ])
  const { mode, leads } = price.topUp
  const { retailCentiCents } = leadPrice(price, noFees, campaign.line, campaign.informationType)
  return {
    topupoptions: mode,
    leadsbuy: leads,
    price: retailCentiCents / 10_000,
    total: roundToCents(leads * retailCentiCents) / 100,
    balance_leads: look.left,
    // What is billed afterwards buys nothing ahead.
    status:
      price.term === 'Prepaid' && (mode === 'continual' || look.state === 'failed') ? look.state : ('off' as const),
    lots: toLots(lots, look.gone),
  }
})
