import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { toFlag } from '#shared/wire.ts'
import { findCampaignPrice } from '../../domain/pricing/prices.ts'
import { handle } from '../../kit/handle.ts'

const NOT_BOUGHT = 'Only campaigns that pay ahead buy leads.'
const NOT_CONTINUAL = 'The price of this campaign says that leads are bought once. Change it there first.'

export default handle(contracts.campaigns.stopContinualTopUp, async (context) => {
  const { input, campaign, company, db, now, queues, report, tell } = context
  const isStopped = input.stop_continual
  tell({
    description: `${isStopped ? 'Stopped' : 'Switched on'} the buying of leads of the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
  })
  if (campaign.term !== 'Prepaid') throw invalid({ leadspeekID: NOT_BOUGHT })
  const [price, before] = await Promise.all([
    isStopped ? undefined : findCampaignPrice(db, campaign, now()),
    db.campaignBill.findState(campaign),
  ])
  if (!isStopped && price?.topUp.mode !== 'continual') throw invalid({ stop_continual: NOT_CONTINUAL })
  await db.campaignBill.setTopUp(campaign, isStopped)
  tell({ before: { continual: !before.isTopUpStopped }, after: { continual: !isStopped } })
  const { companyId, id: campaignId, agencyId: group } = campaign
  // It may be low already. What cannot be sent here is sent with its next lead.
  if (!isStopped)
    await queues
      .send('topUpCampaign', { companyId, campaignId }, { group })
      .catch((error: unknown) => report('a top-up of a campaign', error))
  return { result: 'success' as const, message: messages.updated, continual: toFlag(!isStopped) }
})
