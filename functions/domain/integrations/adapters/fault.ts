// What a tool's refusal means: for the delivery, for the connection, and for who is told.
import { pathTo } from '#shared/access/routes.ts'
import { LOST_WAIT } from '#shared/integrations/breaker.ts'
import { tools } from '#shared/integrations/tools.ts'
import { messages } from '#shared/messages.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { ToolFault } from '../../../gateways/integrations/tool.ts'
import type { DeliveryDeps, Outcome, Parcel } from '../adapter.ts'
import { follow } from '../health.ts'
import { tellLost } from '../tell.ts'

/** A lead waits for a connection that is lost, until somebody connects again or a day is over. */
export async function waitForConnection(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  connection: ToolConnection,
): Promise<Outcome> {
  // Who lost it may have ended before this was written.
  await db.toolAccount.leave(connection)
  const untilMs = connection.lostAt + LOST_WAIT
  const words = `${tools[connection.slug].name} is not connected any more: ${connection.lostWords}`
  return now() < untilMs ? { end: 'hold', untilMs, isForConnection: true, words } : { end: 'dead', status: 0, words }
}

/** Of a refusal, or an answer that cannot be read, a number of success would say that the lead was taken: it is told in words alone. */
const toldStatus = (status: number): number => (status >= 200 && status < 300 ? 0 : status)

/** What a tool's refusal means for the delivery. Throws what is a fault of ours. */
export async function onToolFault(
  deps: DeliveryDeps,
  connection: ToolConnection,
  parcel: Pick<Parcel, 'campaign' | 'isTest'>,
  fault: ToolFault,
): Promise<Outcome> {
  const { db, now, report } = deps
  const { end, message: words, afterMs } = fault
  const status = toldStatus(fault.status)
  if (end === 'dead') {
    // It refused this lead, and answers.
    if (fault.status > 0 && connection.failures > 0) await db.tool.answer(connection)
    return followed(deps, connection, parcel, { end, status, words })
  }
  if (end === 'disconnected') {
    const at = now()
    // What was refused is what it was read with: who connected again, or ended it, meanwhile hears nothing of it.
    const current = await db.tool.find(connection)
    if (!current) return { end: 'skipped', words: messages.toolGone }
    if (current.revision !== connection.revision)
      return { end: 'retry', status, words: 'The connection was changed in between.', afterMs }
    // Tells before it waits: a worker that crashes in between finds the connection lost, and its mail is known by its id.
    await tellLost(deps, connection, parcel, words)
    if (await db.tool.lose(connection, words, at, parcel.campaign)) await db.toolAccount.leave(connection)
    return { end: 'hold', untilMs: at + LOST_WAIT, isForConnection: true, words }
  }
  if (!parcel.isTest) await db.tool.fail(connection, now())
  const outcome: Outcome = { end: 'retry', status, words, afterMs }
  if (end !== 'ours') return followed(deps, connection, parcel, outcome)
  // Without its words, which stand in the history: they may name a person or an address.
  report(`our own account with ${connection.slug}`, fault)
  return outcome
}

async function followed(
  deps: DeliveryDeps,
  connection: ToolConnection,
  parcel: Pick<Parcel, 'campaign' | 'isTest'>,
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
      count: (at) => db.tool.countFailure(connection, at, parcel.campaign),
      warn: (at) => db.tool.warn(connection, at),
      switchOff: (at) => db.tool.switchOff(connection, at),
      recover: async () => true,
    },
    outcome,
    parcel,
  )
  return outcome
}
