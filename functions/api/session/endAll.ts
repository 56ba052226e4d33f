import { contracts } from '#shared/contracts/index.ts'
import { sessionEnded } from '../../identity/session.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.endAll, async ({ db, me, actor, input, tell }) => {
  // All end with the epoch; with `others` this one is taken along. Between the two steps it is ended as well, which is safe.
  const epoch = await db.user.raiseEpoch(me.id, { from: me.epoch })
  if (epoch === undefined) throw sessionEnded()
  if (!input.others) return { result: 'success' as const, message: 'You are signed out everywhere.' }
  await db.session.keep(me.id, actor.sessionId, epoch)
  tell({ description: `Signed out on all other devices: ${me.name}` })
  return { result: 'success' as const, message: 'All other devices are signed out.' }
})
