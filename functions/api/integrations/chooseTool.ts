import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid } from '#shared/errors.ts'
import { choiceFaults, tools } from '#shared/integrations/tools.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { maySee, servingOf } from '../../domain/integrations/serving.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.chooseTool, async ({ input, actor, campaign, db, queues, tell }) => {
  const tool = tools[input.integration_slug]
  const isEnabled = input.enabled === 'T'
  const serving = (await servingOf(db, campaign)).find(({ slug }) => slug === tool.slug)
  if (!serving || !maySee(actor.role, serving.isOfAgency)) throw conflict(messages.toolGone)
  if (isEnabled && !serving.connection) throw conflict(messages.toolGone)
  const faults = choiceFaults(tool, input.values)
  if (isEnabled && Object.keys(faults).length > 0) throw invalid(faults)
  const { choice, isOfAgency } = serving
  const { companyId, agencyId, id: campaignId } = campaign
  const ownerId = isOfAgency ? agencyId : companyId
  await db.toolChoice.set({
    companyId,
    campaignId,
    slug: tool.slug,
    ownerId,
    isEnabled,
    // What was chosen before is there again when it is switched on.
    values: isEnabled ? input.values : (choice?.values ?? {}),
  })
  if (isEnabled && tool.slug === 'google_sheets')
    await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId })
  tell({
    description: `${isEnabled ? 'Set' : 'Stopped'} leads of the campaign ${campaign.name} to go to ${tool.name}`,
    campaignId,
    before: flatFacts({ tool: tool.name, isOn: choice?.isEnabled === true, ...choice?.values }),
    after: flatFacts({ tool: tool.name, isOn: isEnabled, ...input.values }),
  })
  return { result: 'success' as const, message: messages.changesSaved }
})
