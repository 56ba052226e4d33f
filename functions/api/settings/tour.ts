import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.settings.tour, async ({ db, actor }) => ({
  seen: await db.setting.hasSeenTour(actor.userId),
}))
