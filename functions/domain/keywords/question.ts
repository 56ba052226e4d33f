// What a count asks, as the provider is asked and as a key: keywords and areas in another order are the same question.
import { createHash } from 'node:crypto'
import type { Lookup } from '#shared/model/lookup.ts'
import type { Area } from '../../gateways/lead-data.ts'

export type Wanted = Pick<Lookup, 'line' | 'isNational' | 'states' | 'cities' | 'zipCodes'> & {
  keywords: readonly string[]
}

export const areaOf = ({ isNational, states, cities, zipCodes }: Omit<Wanted, 'line' | 'keywords'>): Area =>
  isNational || states.length + cities.length + zipCodes.length === 0 ? 'national' : { states, cities, zips: zipCodes }

const sorted = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim().toLowerCase()))].sort()

export function questionKey({ line, keywords, ...where }: Wanted): string {
  const area = areaOf(where)
  const asked = area === 'national' ? area : [sorted(area.states), sorted(area.cities), sorted(area.zips)]
  return createHash('sha256')
    .update(JSON.stringify([line, sorted(keywords), asked]))
    .digest('base64url')
}
