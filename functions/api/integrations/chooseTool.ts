import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid } from '#shared/errors.ts'
import { choiceFaults, tools } from '#shared/integrations/tools.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { toFlag } from '#shared/wire.ts'
import { maySee, servingOf } from '../../domain/integrations/serving.ts'
import { handle } from '../../kit/handle.ts'

const SWITCHED = 'Somebody else switched this on or off meanwhile.'
const CHOSEN = 'Somebody else changed where these leads go meanwhile.'
type Chosen = Readonly<Record<string, readonly string[]>>

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
  // What was chosen before is there again when it is switched on.
  const values = isEnabled ? input.values : (choice?.values ?? {})
  const shown = (enabled: boolean, chosen: Chosen = {}) => ({
    enabled: toFlag(enabled),
    values: Object.fromEntries(tool.choices.map(({ name }) => [name, chosen[name] ?? []])),
  })
  const now = shown(choice?.isEnabled === true, choice?.values)
  const { seen } = input
  refuseMoved(
    {
      now,
      seen: seen ? shown(seen.enabled === 'T', seen.values) : now,
      wanted: shown(isEnabled, values),
    },
    (field) => (field === 'enabled' ? SWITCHED : CHOSEN),
  )
  const next = { companyId, campaignId, slug: tool.slug, ownerId, isEnabled, values }
  if (!(await db.toolChoice.change(choice, next))) throw conflict(`${CHOSEN} Look at it as it is now.`)
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
