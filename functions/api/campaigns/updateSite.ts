import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { editCampaign } from '../../domain/campaigns/edit.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'
import { fromPayload } from '../../wire/campaigns/payload.ts'

export default handle(contracts.campaigns.updateSite, async (context) => {
  const { input, campaign } = context
  if (isSearching(campaign.line)) throw invalid({ leadspeekID: 'This is no Site ID campaign.' })
  const saved = await editCampaign(context, fromPayload(input), input.version)
  return { result: 'success' as const, message: messages.updated, data: toCampaignData(saved) }
})
