// Pages of an agency's campaigns. In their usual order (newest first) a page is read by key and costs the same at any
// length; searched, grouped or sorted otherwise, all lines of the product that may be shown are read and sorted here: they are small.
import type { Meter } from '#shared/campaigns/meter.ts'
import { isSearching } from '#shared/campaigns/rules.ts'
import { isScheduled } from '#shared/campaigns/schedule.ts'
import { dayIn } from '#shared/dates.ts'
import type { CampaignStatus } from '#shared/model/campaign.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { foldText, searchStarts } from '#shared/model/node.ts'
import { type ReachedCap, reachedCap } from '#shared/money/reached-cap.ts'
import { describePage } from '#shared/paging.ts'
import { type CampaignEntry, type ClientEntry, eachOnce } from '../../data/campaigns/list.ts'
import type { Db } from '../../data/index.ts'
import { countsOfClient } from './of-client.ts'

const listSorts = ['created', 'name', 'company', 'status', 'leadsToday', 'leadsTotal', 'lastLead'] as const
export type ListSort = (typeof listSorts)[number]

/** States that lists show where nobody asks for another one. */
const shownStates = ['active', 'paused', 'stopped'] as const satisfies readonly CampaignStatus[]

export type ListQuery = {
  agencyId: string
  /** Only those of one client. */
  clientId: string | undefined
  line: ProductLine | undefined
  /** `scheduled` ones wait for their first day: they are active too, and found as such in every order. */
  status: CampaignStatus | 'scheduled' | undefined
  isArchived: boolean
  /** Only those that look for people by keywords and places. */
  isSearching?: boolean
  groupId: string | undefined
  search: string
  sort: ListSort
  order: 'asc' | 'desc'
  page: number
  perPage: number
  /** The last campaign of the page before, and how many there were up to it. */
  place: { after: string; offset: number } | undefined
}
type Deps = { db: Pick<Db, 'campaignList' | 'clientCap' | 'company' | 'node'>; now: () => number }
export type ListedCampaign = { entry: CampaignEntry; meter: Meter | undefined; capReached: ReachedCap | null }
export type CampaignPage = ReturnType<typeof describePage> & {
  rows: ListedCampaign[]
  next: { after: string; offset: number } | undefined
}

const byId = (a: CampaignEntry, b: CampaignEntry) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const statesOf = ({ status, isArchived }: ListQuery): readonly CampaignStatus[] => {
  if (status === 'scheduled') return ['active']
  if (status) return [status]
  return isArchived ? ['archived'] : shownStates
}

const linesOf = (query: ListQuery): readonly ProductLine[] =>
  (query.line ? [query.line] : productLines).filter((line) => !query.isSearching || isSearching(line))

const isPlain = (query: ListQuery) =>
  query.sort === 'created' &&
  query.order === 'desc' &&
  query.search === '' &&
  !query.groupId &&
  query.status !== 'scheduled'

/** Newest first, by key: the newest of each state, put together. */
async function plainPage(deps: Deps, query: ListQuery): Promise<CampaignPage> {
  const { db } = deps
  const { agencyId, page, perPage, place } = query
  const lines = linesOf(query)
  const states = statesOf(query)
  const offset = place?.offset ?? (page - 1) * perPage
  // A page that is asked for by its number alone is walked to; the neighbours of a page are found by key.
  const skip = place ? 0 : offset
  const limit = skip + perPage + 1
  const [counts, ...parts] = await Promise.all([
    db.campaignList.counts(agencyId),
    ...lines.flatMap((line) =>
      states.map((status) => db.campaignList.some({ agencyId, line, status }, { after: place?.after, limit })),
    ),
  ])
  const found = eachOnce(parts.flat()).sort(byId).slice(skip, limit)
  const total = lines
    .flatMap((line) => states.map((status) => counts.get(line)?.[status] ?? 0))
    .reduce((a, b) => a + b, 0)
  return pageOf(deps, query, found, { total, offset })
}

/** The same of one client, whose campaigns lie by their age. */
async function clientPage(deps: Deps, query: ListQuery, clientId: string): Promise<CampaignPage> {
  const { db } = deps
  const { agencyId, page, perPage, place } = query
  const [lines, states] = [linesOf(query), statesOf(query)]
  const offset = place?.offset ?? (page - 1) * perPage
  const skip = place ? 0 : offset
  const isShown = (entry: ClientEntry) =>
    entry.agencyId === agencyId && lines.includes(entry.line) && states.includes(entry.status)
  const [company, counts, found] = await Promise.all([
    db.company.find(clientId),
    countsOfClient(db, { id: clientId, parentId: agencyId }),
    db.campaignList.someOfClient(clientId, isShown, { after: place?.after, limit: skip + perPage + 1 }),
  ])
  const isOwn = company?.parentId === agencyId
  const total = lines
    .flatMap((line) => states.map((state) => counts.get(line)?.[state] ?? 0))
    .reduce((a, b) => a + b, 0)
  const entries = found.slice(skip).map((entry) => ({ ...entry, companyName: company?.name ?? '' }))
  return pageOf(deps, query, entries, { total: isOwn ? total : 0, offset })
}

/** Of a client with more campaigns the lines of its agency are read, which are shorter; those of others come along. */
const MOST_OF_CLIENT = 300

async function linesToSort({ db }: Deps, query: ListQuery): Promise<CampaignEntry[]> {
  const { agencyId, clientId } = query
  const [lines, states] = [linesOf(query), statesOf(query)]
  if (clientId) {
    const [company, few] = await Promise.all([
      db.company.find(clientId),
      db.campaignList.fewOfClient(clientId, MOST_OF_CLIENT),
    ])
    if (few)
      return few
        .filter((entry) => entry.agencyId === agencyId && lines.includes(entry.line) && states.includes(entry.status))
        .map((entry) => ({ ...entry, companyName: company?.name ?? '' }))
  }
  return db.campaignList.all(agencyId, { lines, states })
}

/** Whether a text has a word for each of these beginnings. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const found = foldText(text).split(/[^\p{L}\p{N}]+/u)
  return words.every((start) => found.some((word) => word.startsWith(start)))
}

function fits(entry: CampaignEntry, query: ListQuery, words: readonly string[], now: number): boolean {
  const { search } = query
  if (query.status === 'scheduled' && !isScheduled(entry, now)) return false
  if (query.clientId && entry.companyId !== query.clientId) return false
  if (query.groupId && entry.groupId !== query.groupId) return false
  return search === '' || entry.number === search.trim() || hasWords(`${entry.name} ${entry.companyName}`, words)
}

const statusRank: Record<CampaignStatus, number> = { active: 0, paused: 1, stopped: 2, archived: 3, removed: 4 }

function compare(sort: ListSort, meters: Map<string, Meter>, now: number) {
  const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const today = ({ id, timeZone }: CampaignEntry) => {
    const meter = meters.get(id)
    return meter && meter.day === dayIn(timeZone, now) ? meter.dayLeads : 0
  }
  const by: Record<ListSort, (a: CampaignEntry, b: CampaignEntry) => number> = {
    created: (a, b) => a.createdAt - b.createdAt,
    name: (a, b) => words.compare(a.name, b.name),
    company: (a, b) => words.compare(a.companyName, b.companyName) || words.compare(a.name, b.name),
    status: (a, b) => statusRank[a.status] - statusRank[b.status],
    leadsToday: (a, b) => today(a) - today(b),
    leadsTotal: (a, b) => (meters.get(a.id)?.leads ?? 0) - (meters.get(b.id)?.leads ?? 0),
    lastLead: (a, b) => (meters.get(a.id)?.lastLeadAt ?? 0) - (meters.get(b.id)?.lastLeadAt ?? 0),
  }
  return by[sort]
}

const byMeter: readonly ListSort[] = ['leadsToday', 'leadsTotal', 'lastLead']

/** Where the newest first go on behind one of them: nobody is left out where one that was seen is gone meanwhile. */
function behind(sorted: readonly CampaignEntry[], after: string): number {
  const seen = sorted.findIndex(({ id }) => id === after)
  if (seen >= 0) return seen + 1
  const next = sorted.findIndex(({ id }) => id < after)
  return next >= 0 ? next : sorted.length
}

async function sortedPage(deps: Deps, query: ListQuery): Promise<CampaignPage> {
  const { sort, order, page, perPage, place } = query
  const now = deps.now()
  const words = searchStarts(query.search)
  const listed = await linesToSort(deps, query)
  const all = listed.filter((entry) => fits(entry, query, words, now))
  const meters = byMeter.includes(sort) ? await deps.db.campaignList.meters(all) : new Map<string, Meter>()
  const upwards = compare(sort, meters, now)
  const sorted = all.sort((a, b) => (order === 'asc' ? upwards(a, b) : upwards(b, a)) || byId(a, b))
  const offset = place?.offset ?? (page - 1) * perPage
  const from = place && sort === 'created' && order === 'desc' ? behind(sorted, place.after) : offset
  return pageOf(deps, query, sorted.slice(from, from + perPage + 1), { total: sorted.length, offset })
}

async function pageOf(
  { db, now }: Deps,
  { perPage }: ListQuery,
  found: readonly CampaignEntry[],
  { total, offset }: { total: number; offset: number },
): Promise<CampaignPage> {
  const shown = found.slice(0, perPage)
  const meters = await db.campaignList.meters(shown)
  // Few clients have a bound: nobody else's list waits for one or pays for it.
  const bounded = shown.filter(({ id, status }) => status === 'active' && meters.get(id)?.isClientCapped)
  const caps = await db.clientCap.some(bounded.map(({ companyId }) => companyId))
  const at = now()
  const last = shown.at(-1)
  return {
    ...describePage({ total, offset, perPage, count: shown.length }),
    rows: shown.map((entry) => {
      const meter = meters.get(entry.id)
      return {
        entry,
        meter,
        capReached: reachedCap({ campaign: entry, meter, clientCap: caps.get(entry.companyId) }, at),
      }
    }),
    next: last && found.length > perPage ? { after: last.id, offset: offset + shown.length } : undefined,
  }
}

/** A page by its cursor (`place`) or by its number. Beyond the last row it is empty. */
export const campaignPage = (deps: Deps, query: ListQuery): Promise<CampaignPage> =>
  !isPlain(query)
    ? sortedPage(deps, query)
    : query.clientId
      ? clientPage(deps, query, query.clientId)
      : plainPage(deps, query)
