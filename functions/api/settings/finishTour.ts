import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.settings.finishTour, async ({ db, actor, now }) => {
  await db.setting.finishTour(actor.userId, now())
  return { result: 'success' as const, message: 'The tour will not start by itself again.' }
})
