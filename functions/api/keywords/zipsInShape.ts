import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { MOST_ZIPS } from '#shared/model/zip-codes.ts'
import { loadPlaces, zipsInShape } from '../../domain/keywords/places.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.keywords.zipsInShape, async ({ input }) => {
  const zips = zipsInShape(await loadPlaces(), input.shape)
  if (!zips) throw invalid({ 'shape.zip': 'We do not know where this zip code lies. Use another one nearby.' })
  return { zipCodes: zips.slice(0, MOST_ZIPS), total: zips.length, isCut: zips.length > MOST_ZIPS }
})
