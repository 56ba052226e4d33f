import { contracts } from '#shared/contracts/index.ts'
import { toCityText } from '#shared/model/place.ts'
import { citiesOfState, loadPlaces } from '../../domain/keywords/places.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.cities, async ({ input }) => ({
  data: citiesOfState(await loadPlaces(), input.state).map((city) => ({ value: toCityText(city), label: city.name })),
}))
