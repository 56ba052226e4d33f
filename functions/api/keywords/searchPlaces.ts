import { contracts } from '#shared/contracts/index.ts'
import { loadPlaces, searchPlaces } from '../../domain/keywords/places.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.searchPlaces, async ({ input }) => ({
  data: searchPlaces(await loadPlaces(), input.search),
}))
