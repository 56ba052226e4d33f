// How many people a campaign could find. What cannot find anybody is not asked of the provider.
import type { ProductLine } from '#shared/model/company.ts'
import type { AudienceQuestion } from '../../gateways/lead-data.ts'

type Wanted = {
  line: ProductLine
  keywords: readonly string[]
  isNational: boolean
  states: readonly string[]
  cities: readonly string[]
  zips: readonly string[]
  siteUrl: string
}

/** People of the last 7 days: 0 as long as keywords and an area, or the site, are missing; undefined where nobody can be asked. */
export async function estimatePeople(
  wanted: Wanted,
  ask: (question: AudienceQuestion) => Promise<number | undefined>,
): Promise<number | undefined> {
  const { line, keywords, isNational, siteUrl } = wanted
  if (line === 'local') {
    if (!URL.canParse(siteUrl)) return 0
    return ask({ line, siteUrl: new URL(siteUrl).origin })
  }
  const { states, cities, zips } = wanted
  if (keywords.length === 0) return 0
  if (isNational) return ask({ line, keywords, area: 'national' })
  if (states.length + cities.length + zips.length === 0) return 0
  return ask({ line, keywords, area: { states, cities, zips } })
}
