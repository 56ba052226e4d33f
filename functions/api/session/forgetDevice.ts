import { contracts } from '#shared/contracts/index.ts'
import { shownKnown, takeKnown } from '../../kit/browser-half.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.forgetDevice, async ({ db, me, input, cookies }) => {
  await db.knownDevice.forget(me.id, input.device_id)
  if (shownKnown(cookies, me.id) === input.device_id) takeKnown(cookies, me.id)
  return { result: 'success' as const, message: 'The second step is asked for again on this device.' }
})
