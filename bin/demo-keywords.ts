// Counts of keywords of the demonstration, in every state that the table shows.
import { questionKey } from '#functions/domain/keywords/question.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { API_VERSION, COUNT_LEASE_MS, type Lookup } from '#shared/model/lookup.ts'
import { splitKeywords } from '#shared/model/targeting.ts'
import type { User } from '#shared/model/user.ts'

type Shown = Partial<Pick<Lookup, 'states' | 'cities' | 'zipCodes' | 'apiVersion' | 'campaignId'>> & {
  keyword: string
  agoMs: number
  end: { count: number; nationwide?: number } | 'error' | 'none'
}

const zips = Array.from({ length: 24 }, (_, at) => String(60_601 + at))
const shown: readonly Shown[] = [
  { keyword: 'dental implants', agoMs: 9 * DAY, zipCodes: zips, apiVersion: 1, end: { count: 0, nationwide: 5200 } },
  { keyword: 'teeth whitening, invisible braces', agoMs: 6 * DAY, end: { count: 184_320 } },
  { keyword: 'emergency dentist', agoMs: 4 * DAY, states: ['IL', 'WI'], end: { count: 6120 } },
  { keyword: 'gum grafting', agoMs: 3 * DAY, cities: ['Chicago, IL'], end: { count: 0, nationwide: 940 } },
  { keyword: 'painless drill', agoMs: 2 * DAY, zipCodes: zips.slice(0, 3), end: { count: 0, nationwide: 0 } },
  { keyword: 'orthodontist', agoMs: 5 * HOUR, states: ['IL'], end: 'error' },
]

async function plant({ db, newId, now }: Services, companyId: string, requestedBy: string, each: Shown) {
  const { keyword, agoMs, end, states = [], cities = [], zipCodes = [], campaignId = '' } = each
  const isNational = states.length + cities.length + zipCodes.length === 0
  const area = { isNational, states, cities, zipCodes }
  const at = now() - agoMs
  const row: Lookup = {
    id: newId('lookup'),
    companyId,
    campaignId,
    line: 'locator',
    keyword,
    ...area,
    question: questionKey({ line: 'locator', keywords: splitKeywords(keyword), ...area }),
    status: 'pending',
    count: null,
    countWithoutGeo: null,
    apiVersion: each.apiVersion ?? API_VERSION,
    requestedBy,
    createdAt: at,
    askedAt: at,
  }
  await db.lookup.begin(row, undefined)
  if (end === 'none') return
  await db.lookup.end(
    row,
    end === 'error'
      ? { status: 'error' }
      : { status: 'done', count: end.count, countWithoutGeo: end.nationwide ?? null, countedAt: at + MINUTE },
  )
}

type Planted = { northlight: Company; brightSmiles: Company; users: Record<'ada' | 'cleo', User> }

export async function plantCounts(services: Services, { northlight, brightSmiles, users }: Planted): Promise<void> {
  for (const [company, by] of [
    [northlight, users.ada.id],
    [brightSmiles, users.cleo.id],
  ] as const) {
    for (const each of shown) await plant(services, company.id, by, each)
    // Nobody works on this one: some minutes later it has failed.
    const lost = { keyword: 'wisdom tooth', agoMs: COUNT_LEASE_MS - 20 * MINUTE, end: 'none' as const }
    await plant(services, company.id, by, lost)
  }
}
