import { contracts } from '#shared/contracts/index.ts'
import { conflict } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { billSoon } from '../../domain/billing/bill-due.ts'
import { moveCampaign } from '../../domain/campaigns/move.ts'
import { voidPurchase } from '../../domain/purchases/undo.ts'
import { handle } from '../../kit/handle.ts'

const UNDER_WAY =
  'A payment of this campaign is under way. Wait a few minutes, look at the campaign again, and remove it then.'

export default handle(contracts.campaigns.remove, async (context) => {
  const { campaign, company, db, now, tell } = context
  tell({
    description: `Removed the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
    before: { campaign: campaign.name, number: campaign.number },
  })
  const { status, statusReason } = await moveCampaign({ db, now }, campaign, company, {
    to: 'removed',
    // Nobody pays for a campaign that is gone.
    mayMove: async (asked) => {
      const purchase = await db.campaignBill.findPurchase(asked)
      if (purchase && !(await voidPurchase(context, asked, purchase))) throw conflict(UNDER_WAY)
    },
  })
  await billSoon(context, campaign)
  return { result: 'success' as const, message: messages.deleted, data: { status, status_reason: statusReason } }
})
