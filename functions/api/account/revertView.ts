import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.revertView, async ({ db, actor, me, now, tell }) => {
  if (actor.viewing) await db.view.end(actor.viewing.userId, actor.viewing.viewId, now())
  tell({ description: actor.viewing ? `Stopped looking as ${me.name}` : 'Asked to stop looking as somebody else' })
  return { result: 'success' as const, message: 'You are yourself again.' }
})
