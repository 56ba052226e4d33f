import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.endAll, async ({ db, me }) => {
  await db.user.raiseEpoch(me.id)
  return { result: 'success' as const, message: 'You are signed out everywhere.' }
})
