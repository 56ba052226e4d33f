// What a campaign looks for after a count was applied to it: keywords come beside those that are there, an area takes the place.
import { invalid } from '#shared/errors.ts'
import type { CampaignTarget } from '#shared/model/campaign.ts'
import type { Lookup } from '#shared/model/lookup.ts'
import { refusalForKeywords, splitKeywords } from '#shared/model/targeting.ts'
import { cleanTags } from '#shared/text.ts'

export type Applied = 'keyword' | 'area' | 'all'

function locationOf({ isNational, states, cities, zipCodes }: Lookup): CampaignTarget['locationTarget'] {
  if (isNational) return 'national'
  if (zipCodes.length > 0) return 'zips'
  return cities.length > 0 && states.length === 0 ? 'cities' : 'states'
}

export function targetOfCount(lookup: Lookup, what: Applied, now: CampaignTarget): Partial<CampaignTarget> {
  const keywords = cleanTags([...now.keywords, ...splitKeywords(lookup.keyword)])
  const why = refusalForKeywords(keywords)
  if (what !== 'area' && why) throw invalid({ type: why })
  const { isNational, states, cities, zipCodes } = lookup
  const area = { isNational, states, cities, zipCodes, locationTarget: locationOf(lookup) }
  return { ...(what !== 'area' && { keywords }), ...(what !== 'keyword' && area) }
}
