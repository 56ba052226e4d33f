import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toInformationWire } from '../../wire/settings/information-types.ts'

export default handle(contracts.settings.informationTypes, async ({ db, actor, input }) =>
  toInformationWire(await db.informationType.find(actor.rootId, input.type)),
)
