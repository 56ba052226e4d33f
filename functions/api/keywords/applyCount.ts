import { isSearching } from '#shared/campaigns/rules.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { editCampaign } from '../../domain/campaigns/edit.ts'
import { targetOfCount } from '../../domain/keywords/apply.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.applyCount, async (context) => {
  const { input, campaign, actor, db } = context
  // It was asked for by the client, or by who applies it: an agency counts before it knows for whom.
  const owners = [...new Set([campaign.companyId, actor.companyId])]
  const found = await Promise.all(owners.map((companyId) => db.lookup.find({ companyId, id: input.id })))
  const lookup = found.find((each) => each !== undefined)
  if (!lookup) throw notFound('count')
  if (!isSearching(campaign.line))
    throw invalid({ leadspeekID: 'This is a Site ID campaign: it has no keywords and no area.' })
  const target = targetOfCount(lookup, input.type, await db.campaign.findTarget(campaign))
  await editCampaign(context, { head: {}, target, answers: undefined })
  return { result: 'success' as const, message: messages.updated }
})
