import { contracts } from '#shared/contracts/index.ts'
import { takeHalf } from '../../kit/browser-half.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.logout, async ({ db, actor, cookies, now }) => {
  const userId = actor.viewing?.userId ?? actor.userId
  takeHalf(cookies, (await db.session.find(userId, actor.sessionId))?.browserHash)
  await db.session.end(userId, actor.sessionId, now())
  return { result: 'success' as const, message: 'You are signed out.' }
})
