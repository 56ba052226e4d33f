// What a tool was asked to give or to take back, where the worker that asked may crash: a message that is kept back looks after it.
import { MINUTE } from '#shared/dates.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { Made } from '../../data/integrations/tool.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'queues' | 'now'>
type Named = Pick<ToolConnection, 'companyId' | 'slug'>

/** When a tool is told again, should the worker that ends a connection crash: after its lease. */
const TOLD_AGAIN_SECONDS = 120
/** Longer than a call may take that connects, and shorter than its message is kept back. */
const RESTS_MS = MINUTE

/** Before a connection ends, and kept back: a worker that crashes right after it leaves no permission at the tool. */
export const tellAgain = ({ queues }: Pick<Deps, 'queues'>, { companyId, slug }: Named) =>
  queues.send('endConnections', { companyId, untold: slug }, { delaySeconds: TOLD_AGAIN_SECONDS })

/**
 * Of a sign-in that is about to stand in the place of an earlier one: a worker that crashes before it does leaves a permission that
 * nobody uses, and one that crashes after it leaves the earlier one. Which is which is found by the message.
 */
export async function keepGrants(deps: Deps, made: Made): Promise<void> {
  const { db, now } = deps
  const at = now()
  await tellAgain(deps, made)
  const earlier = await db.tool.findAny(made)
  for (const each of earlier ? [made, earlier] : [made]) await db.tool.keepGrant(each, at)
}

/** Those that a worker left. A younger one may be of somebody who is about to connect, and has a message of its own. */
export const leftGrants = ({ db, now }: Pick<Deps, 'db' | 'now'>, named: Named): Promise<ToolConnection[]> =>
  db.tool.listGrants(named, now() - RESTS_MS)
