// One try to put leads into the sheet of their campaign, as far as its connection lets us.
import { messages } from '#shared/messages.ts'
import { ToolFault } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps, Outcome, Parcel } from '../integrations/adapter.ts'
import { onToolFault, waitForConnection } from '../integrations/adapters/fault.ts'
import { giveBackTry, waitForTool } from '../integrations/pace.ts'
import { isToTake, takeFromLeft, WRITER_LEASE_MS, writeRows } from './write.ts'

/** A campaign, and the company whose Google account it is. */
type Target = { companyId: string; campaignId: string; ownerId: string }

/** Appends that a Google account takes in a minute, with some left for other programs of the company. */
const PACE = { most: 45, perMs: 60_000, of: 'connection' } as const
/** So long waits who finds another worker at the sheet, and up to as much again. */
const BUSY_MS = 3000
/** So long waits what Google was too busy to take from a reader who left. */
const SHARED_MS = 5 * 60_000
/** A lost answer may still be on its way into the sheet. */
const LEAST_RETRY_MS = 30_000

/**
 * What became of leads of one campaign that are written together, or, without any, of making its sheet. `isFirst`: none of them was
 * tried before.
 */
export async function tryRows(
  deps: DeliveryDeps,
  { companyId, campaignId, ownerId }: Target,
  parcels: readonly Parcel[],
  { isFirst = false, isTest = false }: { isFirst?: boolean; isTest?: boolean },
): Promise<Outcome> {
  const { db, now } = deps
  const [campaign, client, connection, choice] = await Promise.all([
    db.campaign.find(companyId, campaignId),
    db.company.find(companyId),
    db.tool.find({ companyId: ownerId, slug: 'google_sheets' }),
    db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' }),
  ])
  if (!campaign || !client) return { end: 'skipped', words: 'The campaign is not there any more.' }
  // Of leads `makeParcel` says it. Nothing else of a company that was removed is made or shown to anybody new either.
  if (client.deletedAt !== null && parcels.length === 0) return { end: 'skipped', words: messages.removedSince }
  const isChosen = choice?.isEnabled === true && choice.ownerId === ownerId
  if (!isChosen && parcels.length > 0) return { end: 'skipped', words: messages.toolNotChosen }
  if (!connection) return { end: 'skipped', words: messages.toolGone }
  // Nothing is written any more, but who left is to read what was.
  const isOnlyTaken = parcels.length === 0 && (!isChosen || connection.offAt > 0)
  if (isOnlyTaken && !(await isToTake(db, { campaign, client, connection })))
    return { end: 'skipped', words: isChosen ? messages.offAfterFailures : messages.toolNotChosen }
  const at = now()
  if (connection.lostAt > 0) return waitForConnection(deps, connection)
  if (connection.offAt > 0 && !isOnlyTaken)
    return { end: 'dead', status: 0, words: messages.offAfterFailures, isOff: true }
  const wait = await waitForTool(deps, connection, PACE, { isTest, probeMs: WRITER_LEASE_MS })
  if (wait.end === 'hold') return wait
  try {
    const place = { campaign, client, connection }
    const written = isOnlyTaken ? await takeFromLeft(deps, place) : await writeRows(deps, place, parcels, isFirst)
    if (written === 'busy') {
      await giveBackTry(deps, connection, wait)
      const untilMs = at + BUSY_MS + Math.floor(Math.random() * BUSY_MS)
      return { end: 'hold', untilMs, isForConnection: false, words: messages.toolRests }
    }
    if (connection.failures > 0 || connection.failingSince > 0) await db.tool.work(connection)
    // Leads that are written must not wait for it: the next time sees to it.
    if (written === 'shared' && parcels.length === 0)
      return {
        end: 'hold',
        untilMs: at + SHARED_MS,
        isForConnection: false,
        words: 'Somebody who left may still read it.',
      }
    // Google answers each request with 200, and that it stood there already is its answer too.
    const words = isOnlyTaken ? 'Nobody who left reads it any more.' : 'It stands in the sheet.'
    return { end: 'delivered', status: 200, words }
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    const outcome = await onToolFault(deps, connection, { campaign, isTest }, error)
    return outcome.end === 'retry' ? { ...outcome, afterMs: Math.max(outcome.afterMs, LEAST_RETRY_MS) } : outcome
  }
}
