import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { billSoon } from '../../domain/billing/bill-due.ts'
import { moveCampaign } from '../../domain/campaigns/move.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.setArchived, async (context) => {
  const { input, campaign, company, db, now, tell } = context
  const isArchiving = input.status === 'T'
  tell({
    description: `${isArchiving ? 'Archived' : 'Restored'} the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
  })
  const { status, statusReason } = await moveCampaign(
    { db, now },
    campaign,
    company,
    isArchiving ? { to: 'archived' } : { to: 'paused', from: 'archived' },
  )
  if (isArchiving) await billSoon(context, campaign)
  tell({ before: { status: campaign.status }, after: { status } })
  return { result: 'success' as const, message: messages.updated, data: { status, status_reason: statusReason } }
})
