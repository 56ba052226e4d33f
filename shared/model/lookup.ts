// A count of the people who searched for keywords in an area: asked for by a person, made by a worker, kept as a row.
import * as z from 'zod'
import { MINUTE } from '../dates.ts'
import { productLines } from './company.ts'

/** What is stored. Success and No Result follow from the count, and a count that was lost on its way has failed. */
export const storedStatuses = ['pending', 'error', 'done'] as const
export const lookupStatuses = ['success', 'no_result', 'error', 'pending'] as const
export type LookupStatus = (typeof lookupStatuses)[number]

/** The provider's protocol that a row was counted with: by the newer one Keyword Found is a yes or a no, by the older one a number. */
export const API_VERSION: number = 2
export const MOST_LOOKUPS = 1000
/** Keywords of one count. */
export const MOST_LOOKUP_KEYWORDS = 20
/** The same question within this time is the same row. */
export const SAME_ROW_MS = 10 * MINUTE
/** A campaign has one count at a time. One that has not ended by then was lost: it has failed, and another may begin. */
export const COUNT_LEASE_MS = 120 * MINUTE
/** A count is known to the estimate of the editor for so long. */
export const COUNT_KNOWN_MS = 24 * 60 * MINUTE

export const Lookup = z.object({
  id: z.string(),
  companyId: z.string(),
  /** Empty where no campaign was named. */
  campaignId: z.string().default(''),
  line: z.enum(productLines).exclude(['local']),
  /** One or more keywords, with commas between them. */
  keyword: z.string(),
  isNational: z.boolean(),
  states: z.array(z.string()).default([]),
  cities: z.array(z.string()).default([]),
  zipCodes: z.array(z.string()).default([]),
  /** Made of what is asked: the same question has the same one. */
  question: z.string(),
  status: z.enum(storedStatuses),
  /** People of the last 7 days in the area; null while nobody knows. */
  count: z.number().nullable().default(null),
  /** The same nationwide, asked for where the area has nobody. */
  countWithoutGeo: z.number().nullable().default(null),
  apiVersion: z.number(),
  /** Who hears of its end. */
  requestedBy: z.string(),
  createdAt: z.number(),
  /** When it was asked for last: another try is another moment. */
  askedAt: z.number(),
})
export type Lookup = z.output<typeof Lookup>

type Counted = Pick<Lookup, 'status' | 'count' | 'askedAt'>

export function lookupStatusOf({ status, count, askedAt }: Counted, now: number): LookupStatus {
  if (status === 'pending') return now < askedAt + COUNT_LEASE_MS ? 'pending' : 'error'
  if (status === 'error') return 'error'
  return (count ?? 0) > 0 ? 'success' : 'no_result'
}

export const targetLocations = ['National Targeting', 'State', 'Zip Code'] as const
/** How the table names an area. Without one it is the whole country. */
export function targetLocationOf(area: Pick<Lookup, 'isNational' | 'states' | 'cities' | 'zipCodes'>) {
  if (!area.isNational && area.zipCodes.length > 0) return 'Zip Code'
  if (!area.isNational && area.states.length + area.cities.length > 0) return 'State'
  return 'National Targeting'
}

type Found = { status: LookupStatus; count: number | null; countWithoutGeo: number | null; apiVersion: number }

/** Whether the keyword is searched for at all: yes or no, by the older protocol the nationwide number; a dash while nobody knows. */
export function keywordFound({ status, count, countWithoutGeo, apiVersion }: Found): string {
  if (status === 'pending' || status === 'error') return '—'
  if ((count ?? 0) > 0) return 'Yes'
  const nationwide = countWithoutGeo ?? 0
  if (apiVersion < 2) return nationwide.toLocaleString('en-US')
  return nationwide > 0 ? 'Yes' : 'No'
}

export const lookupSorts = ['none', 'count'] as const
export type LookupSort = { sort: (typeof lookupSorts)[number]; order: 'none' | 'asc' | 'desc' }

/** The newest first; by count where that is asked for, with those that have none behind. */
export function sortLookups(rows: readonly Lookup[], { sort, order }: LookupSort): Lookup[] {
  const newest = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  if (sort === 'none' || order === 'none') return newest
  const sign = order === 'asc' ? 1 : -1
  return newest.toSorted((a, b) => {
    if (a.count === null || b.count === null) return Number(a.count === null) - Number(b.count === null)
    return sign * (a.count - b.count)
  })
}
