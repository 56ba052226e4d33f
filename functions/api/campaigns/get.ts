import { contracts } from '#shared/contracts/index.ts'
import { reachedCap } from '#shared/money/reached-cap.ts'
import { missingOf, readStart } from '../../domain/campaigns/start.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'
import { toReachedCap } from '../../wire/campaigns/row.ts'

export default handle(contracts.campaigns.get, async ({ campaign, company, db, now }) => {
  const isRunning = campaign.status === 'active'
  const [detail, start, meter, clientCap] = await Promise.all([
    db.campaign.detail(campaign),
    isRunning ? undefined : readStart({ db, now }, { campaign, client: company }),
    isRunning ? db.lead.findMeter(campaign) : undefined,
    isRunning ? db.clientCap.find(campaign.companyId) : undefined,
  ])
  const missing = start ? missingOf(start, campaign, detail.target) : null
  return {
    result: 'success' as const,
    data: toCampaignData({ campaign, detail, company, missing }),
    cap_reached: toReachedCap(reachedCap({ campaign, meter, clientCap }, now())),
  }
})
