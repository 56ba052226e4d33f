// Hands a lead to an outside tool by the connection that its campaign chose. What all tools have in common is decided here: who is
// asked and who is left alone, what a failure means, and who is told. What each says is known by its adapter alone.
import { pathTo } from '#shared/access/routes.ts'
import { LOST_WAIT } from '#shared/integrations/breaker.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import type { Destination } from '#shared/model/delivery.ts'
import type { ToolChoiceOfCampaign, ToolConnection } from '#shared/model/tool-connection.ts'
import { isAdapted } from '../../../gateways/integrations/index.ts'
import { ToolFault } from '../../../gateways/integrations/tool.ts'
import type { Adapter, DeliveryDeps, Outcome, Parcel } from '../adapter.ts'
import { openCredentials } from '../credentials.ts'
import { follow } from '../health.ts'
import { waitForPace } from '../pace.ts'
import { tellLost } from '../tell.ts'

const toDestination = ({ slug, ownerId, campaignId }: ToolChoiceOfCampaign): Destination => ({
  kind: slug,
  id: slug,
  companyId: ownerId,
  scope: campaignId,
  name: tools[slug].name,
})

/** What a tool's refusal means for the delivery. Throws what is a fault of ours. */
async function onFault(
  deps: DeliveryDeps,
  connection: ToolConnection,
  parcel: Parcel,
  fault: ToolFault,
): Promise<Outcome> {
  const { db, now, report } = deps
  const { end, status, message: words, afterMs } = fault
  if (end === 'dead') return followed(deps, connection, parcel, { end, status, words })
  if (end === 'disconnected') {
    const at = now()
    // Tells before it waits: a worker that crashes in between finds the connection lost, and its mail is known by its id.
    await tellLost(deps, connection, parcel, words)
    await db.tool.lose(connection, words, at)
    return { end: 'hold', untilMs: at + LOST_WAIT, isForConnection: true, words }
  }
  await db.tool.fail(connection, now())
  const outcome: Outcome = { end: 'retry', status, words, afterMs }
  if (end !== 'ours') return followed(deps, connection, parcel, outcome)
  report(`a delivery to ${connection.slug}: ${words}`, fault)
  return outcome
}

async function followed(
  deps: DeliveryDeps,
  connection: ToolConnection,
  parcel: Parcel,
  outcome: Outcome,
): Promise<Outcome> {
  const { db } = deps
  const { slug, revision } = connection
  await follow(
    deps,
    {
      row: connection,
      id: revision,
      name: tools[slug].name,
      path: `${pathTo('integrations')}/${slug}`,
      count: (at) => db.tool.countFailure(connection, at),
      warn: (at) => db.tool.warn(connection, at),
      switchOff: (at) => db.tool.switchOff(connection, at),
      recover: async () => true,
    },
    outcome,
    parcel,
  )
  return outcome
}

export const toolAdapter: Adapter = {
  async list({ db }, campaign) {
    const choices = await db.toolChoice.list(campaign, false)
    return choices.filter(({ isEnabled, slug }) => isEnabled && isAdapted(slug)).map(toDestination)
  },
  async send(deps, { kind, companyId, scope }, parcel): Promise<Outcome> {
    const { db, sealer, tools: open, now } = deps
    if (kind === 'webhook' || !isAdapted(kind)) return { end: 'skipped', words: messages.toolGone }
    const { campaign, row, client, id } = parcel
    const [connection, choice] = await Promise.all([
      db.tool.find({ companyId, slug: kind }),
      db.toolChoice.find({ companyId: campaign.companyId, campaignId: scope, slug: kind }),
    ])
    if (!choice?.isEnabled || choice.ownerId !== companyId) return { end: 'skipped', words: messages.toolNotChosen }
    if (!connection) return { end: 'skipped', words: messages.toolGone }
    const at = now()
    if (connection.lostAt > 0) {
      const untilMs = connection.lostAt + LOST_WAIT
      const words = `${tools[kind].name} is not connected any more: ${connection.lostWords}`
      return at < untilMs ? { end: 'hold', untilMs, isForConnection: true, words } : { end: 'dead', status: 0, words }
    }
    if (connection.offAt > 0) return { end: 'dead', status: 0, words: messages.offAfterFailures }
    if (connection.openUntil > at)
      return { end: 'hold', untilMs: connection.openUntil, isForConnection: false, words: messages.toolRests }
    const adapter = await open.adapter(kind)
    const untilMs = await waitForPace(deps, connection, adapter.pace)
    if (untilMs > at) return { end: 'hold', untilMs, isForConnection: false, words: messages.toolRests }
    try {
      const sent = await adapter.deliver(await openCredentials(sealer, connection), {
        id,
        row,
        campaignName: campaign.name,
        companyName: client.name,
        values: choice.values,
      })
      if (connection.failures > 0 || connection.failingSince > 0) await db.tool.work(connection)
      if ('skipped' in sent) return { end: 'skipped', words: sent.skipped }
      return { end: 'delivered', status: 200, words: sent.id === '' ? sent.words : `${sent.words} (${sent.id})` }
    } catch (error) {
      if (!(error instanceof ToolFault)) throw error
      return onFault(deps, connection, parcel, error)
    }
  },
}
