import { contracts } from '#shared/contracts/index.ts'
import { loadPlaces, unknownZips } from '../../domain/keywords/places.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.unknownZips, async ({ input }) => ({
  unknown: unknownZips(await loadPlaces(), input.zipCodes),
}))
