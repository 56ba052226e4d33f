import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { editCampaign } from '../../domain/campaigns/edit.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'
import { fromPayload } from '../../wire/campaigns/payload.ts'

export default handle(
  contracts.campaigns.updateSite,
  async ({ input, campaign, company, actor, db, queues, report, now, tell }) => {
    if (isSearching(campaign.line)) throw invalid({ leadspeekID: 'This is no Site ID campaign.' })
    const { version } = input
    const said = fromPayload(input)
    const { before, after, ...saved } = await editCampaign({
      db,
      queues,
      report,
      now,
      actor,
      campaign,
      company,
      said,
      version,
    })
    tell({
      description: `Changed the campaign ${saved.campaign.name} of ${company.name}`,
      campaignId: campaign.id,
      ...changed(before, after),
    })
    return { result: 'success' as const, message: messages.updated, data: toCampaignData({ ...saved, company }) }
  },
)
