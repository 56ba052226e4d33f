import { refusalToAddCampaign } from '#shared/access/add-campaign.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { createCampaign } from '../../domain/campaigns/save.ts'
import { missingOf } from '../../domain/campaigns/start.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'
import { fromPayload } from '../../wire/campaigns/payload.ts'

export default handle(contracts.campaigns.create, async ({ input, company, actor, db, now, newId, tell }) => {
  const why = refusalToAddCampaign(actor, company)
  if (why) throw refused(why)
  const { campaign, detail, start } = await createCampaign(
    { db, now, newId, actor },
    company,
    input.leadspeekType,
    fromPayload(input),
  )
  tell({
    description: `Created the campaign ${campaign.name} of ${company.name}`,
    campaignId: campaign.id,
    after: { campaign: campaign.name, product: campaign.line, number: campaign.number },
  })
  return {
    result: 'success' as const,
    message: messages.added,
    data: toCampaignData({ campaign, detail, company, missing: missingOf(start, campaign, detail.target) }),
  }
})
