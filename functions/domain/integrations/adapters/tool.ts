// Hands a lead to an outside tool by the connection that its campaign chose. What all tools have in common is decided here: who is
// asked and who is left alone, what a failure means, and who is told. What each says is known by its adapter alone.
import { messages } from '#shared/messages.ts'
import { isAdapted } from '../../../gateways/integrations/index.ts'
import { ToolFault } from '../../../gateways/integrations/tool.ts'
import { withTokens } from '../../connections/oauth.ts'
import { tryRows } from '../../sheets/try.ts'
import type { Adapter, Outcome } from '../adapter.ts'
import { giveBackTry, waitForTool } from '../pace.ts'
import { onToolFault, waitForConnection } from './fault.ts'

export const toolAdapter: Adapter = {
  async send(deps, { kind, companyId, scope }, parcel): Promise<Outcome> {
    const { db, tools: open } = deps
    if (kind === 'google_sheets') {
      const { companyId: clientId, id: campaignId } = parcel.campaign
      return tryRows(deps, { companyId: clientId, campaignId, ownerId: companyId }, [parcel], { isTest: parcel.isTest })
    }
    if (kind === 'webhook' || !isAdapted(kind)) return { end: 'skipped', words: messages.toolGone }
    const { campaign, row, client, id } = parcel
    const [connection, choice] = await Promise.all([
      db.tool.find({ companyId, slug: kind }),
      db.toolChoice.find({ companyId: campaign.companyId, campaignId: scope, slug: kind }),
    ])
    if (!choice?.isEnabled || choice.ownerId !== companyId) return { end: 'skipped', words: messages.toolNotChosen }
    if (!connection) return { end: 'skipped', words: messages.toolGone }
    if (connection.lostAt > 0) return waitForConnection(deps, connection)
    if (connection.offAt > 0) return { end: 'dead', status: 0, words: messages.offAfterFailures, isOff: true }
    const adapter = await open.adapter(kind)
    const wait = await waitForTool(deps, connection, adapter.pace, { isTest: parcel.isTest })
    if (wait.end === 'hold') return wait
    try {
      const { values } = choice
      const sent = await withTokens(deps, connection, (credentials) =>
        adapter.deliver(credentials, { id, row, campaignName: campaign.name, companyName: client.name, values }),
      )
      // The tool was not asked: how it does is as unknown as before.
      if ('skipped' in sent) {
        await giveBackTry(deps, connection, wait)
        return { end: 'skipped', words: sent.skipped }
      }
      if (connection.failures > 0 || connection.failingSince > 0) await db.tool.work(connection)
      const { id: name, status } = sent
      const words = name === '' ? sent.words : `${sent.words} (${name})`
      return { end: 'delivered', status, words, ...(adapter.look && name !== '' && { lookAt: name }) }
    } catch (error) {
      if (!(error instanceof ToolFault)) throw error
      // It was found out here, without the tool.
      if (error.end === 'dead' && error.status === 0) await giveBackTry(deps, connection, wait)
      return onToolFault(deps, connection, parcel, error)
    }
  },
}
