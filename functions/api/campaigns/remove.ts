import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { billSoon } from '../../domain/billing/bill-due.ts'
import { moveCampaign } from '../../domain/campaigns/move.ts'
import { voidTopUp } from '../../domain/purchases/purchase.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.remove, async (context) => {
  const { campaign, company, db, now, report, tell } = context
  tell({
    description: `Removed the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
    before: { campaign: campaign.name, number: campaign.number },
  })
  const { status, statusReason } = await moveCampaign({ db, now }, campaign, company, { to: 'removed' })
  await billSoon(context, campaign)
  // Nobody owes leads of a campaign that is gone. The sweep does what is not done here.
  const purchase = await db.campaignBill.findPurchase(campaign)
  if (purchase)
    await voidTopUp(context, campaign, purchase).catch((error: unknown) => report('a top-up stays owed for now', error))
  return { result: 'success' as const, message: messages.deleted, data: { status, status_reason: statusReason } }
})
