import type { LookupRow } from '#shared/contracts/keywords/lookups.ts'
import { type Lookup, lookupStatusOf, targetLocationOf } from '#shared/model/lookup.ts'

export const toLookupRow = (lookup: Lookup, now: number): LookupRow => ({
  id: lookup.id,
  leadspeekID: lookup.campaignId,
  target_location: targetLocationOf(lookup),
  states: lookup.states.join(', '),
  cities: lookup.cities.join(', '),
  zip_code: lookup.zipCodes.join('\n'),
  keyword: lookup.keyword,
  count_without_geo: lookup.countWithoutGeo,
  count: lookup.count,
  status: lookupStatusOf(lookup, now),
  api_version: lookup.apiVersion,
  created_at: new Date(lookup.createdAt).toISOString(),
})

/** Ids of the campaigns whose count is under way. */
export const runningIn = (rows: readonly Lookup[], now: number): string[] => [
  ...new Set(rows.filter((row) => lookupStatusOf(row, now) === 'pending').map(({ campaignId }) => campaignId)),
]
