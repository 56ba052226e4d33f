import { contracts } from '#shared/contracts/index.ts'
import { missingForStart } from '../../domain/campaigns/start.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'

export default handle(contracts.campaigns.get, async ({ campaign, company, db, now }) => {
  const detail = await db.campaign.detail(campaign)
  const missing =
    campaign.status === 'active'
      ? null
      : await missingForStart({ db, now }, { campaign, target: detail.target, client: company })
  return { result: 'success' as const, data: toCampaignData({ campaign, detail, company, missing }) }
})
