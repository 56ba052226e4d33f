import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.revertView, async ({ db, actor, now }) => {
  if (actor.viewing) await db.view.end(actor.viewing.userId, actor.viewing.viewId, now())
  return { result: 'success' as const, message: 'You are yourself again.' }
})
