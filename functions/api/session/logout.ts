import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.logout, async ({ db, actor, now }) => {
  await db.session.end(actor.viewing?.userId ?? actor.userId, actor.sessionId, now())
  return { result: 'success' as const, message: 'You are signed out.' }
})
