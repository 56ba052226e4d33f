import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { editCampaign } from '../../domain/campaigns/edit.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignData } from '../../wire/campaigns/data.ts'
import { fromPayload } from '../../wire/campaigns/payload.ts'

export default handle(contracts.campaigns.update, async (context) => {
  const { input } = context
  const saved = await editCampaign(context, fromPayload(input), input.version)
  return { result: 'success' as const, message: messages.updated, data: toCampaignData(saved) }
})
