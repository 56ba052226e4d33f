// Pages of leads. By time they are found by key, over several campaigns by a merge that opens a campaign only once its last lead
// may stand on the page. Searched or sorted otherwise, all leads of the days are read and looked at here, up to a bound.
import * as z from 'zod'
import { newestOf } from '#shared/campaigns/meter.ts'
import { invalid } from '#shared/errors.ts'
import type { LeadSort } from '#shared/leads/row.ts'
import type { Lead } from '#shared/model/lead.ts'
import { foldText } from '#shared/model/node.ts'
import { describePage } from '#shared/paging.ts'
import type { Db } from '../../data/index.ts'
import type { DayCount, Position } from '../../data/leads/lead.ts'
import { spanOf } from '../leads/days.ts'
import { leadPage } from '../leads/store.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { type CountedCampaign, countCampaigns, countScope, type Days, sumUp } from './counts.ts'
import { type Book, openBook, type Reported, type Scope, wholeOf } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth'>
/** The last lead of a page, and how many there were up to it. */
export const Place = z.object({
  after: z.object({ createdAt: z.number().int().min(0), id: z.string().max(64) }),
  offset: z.number().int().min(0),
})
export type LeadQuery = {
  days: Days
  search: string
  sort: LeadSort
  order: 'asc' | 'desc'
  page: number
  perPage: number
  /** The last lead of the page before, and how many there were up to it. */
  place: { after: Position; offset: number } | undefined
}
export type FoundLead = { lead: Lead; campaign: Reported }
export type FoundPage = ReturnType<typeof describePage> & {
  rows: FoundLead[]
  next: { after: Position; offset: number } | undefined
}

/** More leads are neither searched nor sorted: each is read. */
export const MOST_SORTED = 20_000
const mostSorted = {
  leads: MOST_SORTED,
  words: `More than ${MOST_SORTED.toLocaleString('en-US')} leads are neither searched nor sorted. Choose fewer days.`,
}
/** As far a page over several campaigns is reached by its number; further on it is reached from the one before. */
const MOST_WALKED = 1000
/** Campaigns that are opened at once. */
const WAVE = 4
const READ_AT_ONCE = 1000

/** Newest first; leads of one instant by their ids. */
const byTime = (a: FoundLead, b: FoundLead) => b.lead.createdAt - a.lead.createdAt || (a.lead.id < b.lead.id ? 1 : -1)

/** The newest leads of some campaigns, each from `after` on. */
async function newest(
  db: Deps,
  { campaigns, meters }: Book,
  days: Days,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<FoundLead[]> {
  const closed = campaigns
    .map((campaign) => {
      const span = spanOf(campaign, days)
      const meter = meters.get(campaign.id)
      const newestAt = Math.min(meter ? newestOf(meter) : 0, span.end - 1, after?.createdAt ?? Number.POSITIVE_INFINITY)
      return { campaign, span, newestAt }
    })
    .filter(({ span, newestAt }) => newestAt >= span.start)
    .sort((a, b) => b.newestAt - a.newestAt)
  let found: FoundLead[] = []
  for (let at = 0; at < closed.length; at += WAVE) {
    const last = found[limit - 1]?.lead.createdAt ?? Number.NEGATIVE_INFINITY
    const wave = closed.slice(at, at + WAVE).filter(({ newestAt }) => newestAt >= last)
    if (wave.length === 0) break
    const opened = await mapConcurrent(wave, async ({ campaign, span }) =>
      (await db.lead.list(campaign, span, { after, limit })).map((lead) => ({ lead, campaign })),
    )
    found = [...found, ...opened.flat()].sort(byTime).slice(0, limit)
  }
  return found
}

/** Of rows from the first one of the page on, one more than it shows tells that another page follows. */
function pageFrom(
  found: readonly FoundLead[],
  { total, offset, perPage }: { total: number; offset: number; perPage: number },
): FoundPage {
  const rows = found.slice(0, perPage)
  const last = rows.at(-1)?.lead
  return {
    ...describePage({ total, offset, perPage, count: rows.length }),
    rows,
    next:
      last && found.length > perPage
        ? { after: { createdAt: last.createdAt, id: last.id }, offset: offset + rows.length }
        : undefined,
  }
}

async function mergedPage(db: Deps, scope: Scope, query: LeadQuery): Promise<FoundPage> {
  const { days, page, perPage, place } = query
  const offset = place?.offset ?? (page - 1) * perPage
  if (!place && offset > MOST_WALKED)
    throw invalid({ page: 'This page is too far away to be opened by its number. Choose fewer days.' })
  const book = await openBook(db, scope, days)
  const skip = place ? 0 : offset
  const [{ days: counts }, found] = await Promise.all([
    countScope(db, scope, days, { book, byCampaign: false }),
    newest(db, book, days, { after: place?.after, limit: skip + perPage + 1 }),
  ])
  return pageFrom(found.slice(skip), { total: sumUp(counts).leads, offset, perPage })
}

/** The first page by time, for a report that counts these leads anyway: `book` and `total` are its own. */
export async function firstPage(
  db: Deps,
  { days, perPage }: Pick<LeadQuery, 'days' | 'perPage'>,
  opened: Promise<Book | undefined>,
  counting: Promise<number>,
): Promise<FoundPage | undefined> {
  const book = await opened
  if (!book) return undefined
  const [found, total] = await Promise.all([newest(db, book, days, { after: undefined, limit: perPage + 1 }), counting])
  return pageFrom(found, { total, offset: 0, perPage })
}

async function readWhole(db: Deps, campaign: Reported, days: Days): Promise<FoundLead[]> {
  const leads: Lead[] = []
  for (let isMore = true; isMore; ) {
    const page = await db.lead.list(campaign, spanOf(campaign, days), { after: leads.at(-1), limit: READ_AT_ONCE })
    leads.push(...page)
    isMore = page.length === READ_AT_ONCE
  }
  return leads.map((lead) => ({ lead, campaign }))
}

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const nameOf = ({ firstName, lastName }: Lead['person']) => `${firstName} ${lastName}`.trim()
const whyOf = ({ pageUrl, keyword }: Lead) => keyword || pageUrl

const by: Record<Exclude<LeadSort, 'campaign'>, (a: FoundLead, b: FoundLead) => number> = {
  created: (a, b) => -byTime(a, b),
  name: (a, b) => words.compare(nameOf(a.lead.person), nameOf(b.lead.person)),
  email: (a, b) => words.compare(a.lead.person.email, b.lead.person.email),
  place: (a, b) =>
    words.compare(a.lead.person.stateCode, b.lead.person.stateCode) ||
    words.compare(a.lead.person.city, b.lead.person.city),
  why: (a, b) => words.compare(whyOf(a.lead), whyOf(b.lead)),
  visited: (a, b) => a.lead.visitedAt - b.lead.visitedAt,
  price: (a, b) => (a.lead.retailCentiCents ?? 0) - (b.lead.retailCentiCents ?? 0),
}

/** The names of campaigns are read for this order alone. */
async function orderOf(db: Deps, sort: LeadSort, counted: readonly CountedCampaign[]) {
  if (sort !== 'campaign') return by[sort]
  const whole = await wholeOf(
    db,
    counted.map(({ campaign }) => campaign),
  )
  const nameOfCampaign = ({ campaign: { id } }: FoundLead) => whole.get(id)?.name ?? ''
  return (a: FoundLead, b: FoundLead) => words.compare(nameOfCampaign(a), nameOfCampaign(b))
}

const isNumber = /^[+(]*\d[\d().+-]+$/

/** A word as people copy it from a list: a telephone with the signs between its digits, a town with the comma behind it. */
const bareWord = (word: string) => (isNumber.test(word) ? word.replace(/\D/g, '') : word.replace(/[,;]+$/, ''))

/** Whether each word of a search stands somewhere in what a reader is shown of a lead. */
function matchesLead(words: readonly string[], shown: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = foldText(shown.join('\n'))
  return words.every((word) => text.includes(word) || text.includes(bareWord(word)))
}

export const searchWords = (search: string): string[] => foldText(search).split(/\s+/).filter(Boolean)

/** `seen`: the texts of leads that the reader may see, which alone are searched. */
export type Seen = (found: readonly FoundLead[]) => Promise<(found: FoundLead) => readonly string[]>

/** All leads of some counted campaigns that a search finds, in the order that is asked for. */
export async function findLeads(
  db: Deps,
  counted: readonly CountedCampaign[],
  { days, search, sort, order }: Pick<LeadQuery, 'days' | 'search' | 'sort' | 'order'>,
  seen: Seen,
  most: { leads: number; words: string } = mostSorted,
): Promise<FoundLead[]> {
  const total = counted.reduce((sum, each) => sum + sumUp(each.days).leads, 0)
  if (total > most.leads) throw invalid({ startDate: most.words })
  const all = (await mapConcurrent(counted, ({ campaign }) => readWhole(db, campaign, days))).flat()
  const wanted = searchWords(search)
  const textsOf = wanted.length > 0 ? await seen(all) : () => []
  const upwards = await orderOf(db, sort, counted)
  return all
    .filter((each) => matchesLead(wanted, textsOf(each)))
    .sort((a, b) => (order === 'asc' ? upwards(a, b) : upwards(b, a)) || byTime(a, b))
}

async function sortedPage(db: Deps, scope: Scope, query: LeadQuery, seen: Seen): Promise<FoundPage> {
  const { page, perPage } = query
  const counted = await countCampaigns(db, await openBook(db, scope, query.days), query.days)
  const found = await findLeads(db, counted, query, seen)
  const offset = (page - 1) * perPage
  const rows = found.slice(offset, offset + perPage)
  return { ...describePage({ total: found.length, offset, perPage, count: rows.length }), rows, next: undefined }
}

async function ownPage(
  db: Deps,
  { campaign: whole }: Extract<Scope, { of: 'campaign' }>,
  { days, page, perPage, place }: LeadQuery,
): Promise<FoundPage> {
  const counts: DayCount[] = await db.lead.countByDay(whole, days.from, days.to)
  const { leads, next, ...numbers } = await leadPage(db, whole, days, { place, page, perPage, counts })
  return { ...numbers, rows: leads.map((lead) => ({ lead, campaign: { ...whole, whole } })), next }
}

export const isPlain = ({ search, sort, order }: Pick<LeadQuery, 'search' | 'sort' | 'order'>): boolean =>
  searchWords(search).length === 0 && sort === 'created' && order === 'desc'

/** A page by its cursor (`place`) or by its number. Beyond the last row it is empty. */
export function leadListPage(db: Deps, scope: Scope, query: LeadQuery, seen: Seen): Promise<FoundPage> {
  if (!isPlain(query)) return sortedPage(db, scope, query, seen)
  return scope.of === 'campaign' ? ownPage(db, scope, query) : mergedPage(db, scope, query)
}
