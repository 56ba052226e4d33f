import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.end, async ({ db, me, input, now }) => {
  await db.session.end(me.id, input.session_id, now())
  return { result: 'success' as const, message: 'The device is signed out.' }
})
