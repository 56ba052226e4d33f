// Pages of companies: sorted by an index, numbered by a counter, reached by key. Search and filters read what they find.
import { type CompanyListItem, type NodeTag, searchStarts, searchWords, tagsOf } from '#shared/model/node.ts'
import { describePage } from '#shared/paging.ts'
import { type Match, type NodeList, sortValue } from '../../data/companies/list-item.ts'
import type { Db } from '../../data/index.ts'

/** A search or filter shows exact totals up to this many; beyond it says so instead of reading on. */
export const MOST_MATCHES = 1000
/** Where a page begins: after this node, with so many before it. A list goes on, forward or back, from any place it was at. */
export type Place = { value: string; companyId: string; offset: number }
export type NodePage = ReturnType<typeof describePage> & {
  nodes: CompanyListItem[]
  /** Where this page begins; undefined for the first one. */
  place: Place | undefined
  /** Where the page after it begins; undefined for the last one. */
  next: Place | undefined
  /** There are more matches than were counted. */
  isCut: boolean
}

export type NodeQuery = {
  list: NodeList
  search: string
  tags: readonly NodeTag[]
  /** Companies that are left out, as if they were not in the list. */
  exclude?: readonly string[]
  page: number
  perPage: number
  place: Place | undefined
}

export async function nodePage(db: Db, query: NodeQuery): Promise<NodePage> {
  const starts = searchStarts(query.search)
  if (starts.length > 0 || query.tags.length > 0) return foundPage(db, query, starts)
  return query.exclude?.length ? shortenedPage(db, query, query.exclude) : sortedPage(db, query)
}

const placeOf = ({ list }: NodeQuery, node: CompanyListItem | undefined, offset: number): Place | undefined =>
  node && { value: sortValue(node, list.sort), companyId: node.companyId, offset }

function toPage(query: NodeQuery, total: number, { nodes, before }: Found): NodePage {
  const offset = (query.page - 1) * query.perPage
  const end = offset + nodes.length
  return {
    ...describePage({ total, offset, perPage: query.perPage, count: nodes.length }),
    nodes,
    place: placeOf(query, before, offset),
    next: end < total ? placeOf(query, nodes.at(-1), end) : undefined,
    isCut: false,
  }
}

/** From where the fewest rows are read: the beginning, the end, or the place that the caller was at. */
async function sortedPage(db: Db, query: NodeQuery): Promise<NodePage> {
  const { list, page, perPage, place } = query
  const offset = (page - 1) * perPage
  const counting = db.node.count(list.parentId, list.kind)
  // The first page begins where the list does, however long that is.
  if (offset === 0) {
    const [total, found] = await Promise.all([counting, readForward(db, list, { at: undefined, skip: 0, perPage })])
    return toPage(query, total, found)
  }
  const total = await counting
  if (offset >= total) return toPage(query, total, { nodes: [], before: undefined })
  const [first, ...others]: [Way, ...Way[]] = [
    { read: readForward, at: undefined, skip: offset, rows: offset + perPage },
    { read: readBack, at: undefined, skip: total - offset, rows: total - offset + 1 },
    ...(place && isUsable(place, { total, offset, perPage }) ? [wayFrom(place, offset, perPage)] : []),
  ]
  const { read, at, skip } = others.reduce((best, way) => (way.rows < best.rows ? way : best), first)
  return toPage(query, total, await read(db, list, { at, skip, perPage }))
}

/** Back from a place that lies within the page, its end would be missed. */
const isUsable = (place: Place, { total, offset, perPage }: { total: number; offset: number; perPage: number }) =>
  place.offset <= total && (offset >= place.offset || place.offset - offset >= perPage)

type Way = { read: typeof readForward; at: Place | undefined; skip: number; rows: number }

function wayFrom(at: Place, offset: number, perPage: number): Way {
  const skip = Math.abs(offset - at.offset)
  return offset >= at.offset
    ? { read: readForward, at, skip, rows: 1 + skip + perPage }
    : { read: readBack, at, skip, rows: skip + 1 }
}

type Walk = { at: Place | undefined; skip: number; perPage: number }
type Found = { nodes: CompanyListItem[]; before: CompanyListItem | undefined }

async function readForward(db: Db, list: NodeList, { at, skip, perPage }: Walk): Promise<Found> {
  // One row earlier where a place is known, so that the row before this page is in hand again.
  const start = (at ? 1 : 0) + skip
  const rows = await db.node.read(list, { at, limit: start + perPage })
  return { nodes: rows.slice(start, start + perPage), before: rows[start - 1] }
}

async function readBack(db: Db, list: NodeList, { at, skip, perPage }: Walk): Promise<Found> {
  const rows = await db.node.read(list, { at, limit: skip + 1, isReverse: true })
  return { nodes: rows.slice(Math.max(0, skip - perPage), skip).reverse(), before: rows[skip] }
}

/** Where a page begins depends on who is left out before it, so this one is read from the start. */
async function shortenedPage(db: Db, query: NodeQuery, exclude: readonly string[]): Promise<NodePage> {
  const { list, page, perPage } = query
  const offset = (page - 1) * perPage
  const [count, absent] = await Promise.all([
    db.node.count(list.parentId, list.kind),
    db.node.getMany(list.parentId, exclude),
  ])
  const rows = await db.node.read(list, { at: undefined, limit: offset + perPage + absent.length })
  const nodes = rows.filter(({ companyId }) => !exclude.includes(companyId)).slice(offset, offset + perPage)
  const { place: _, next: __, ...numbers } = toPage(query, count - absent.length, { nodes, before: undefined })
  return { ...numbers, place: undefined, next: undefined }
}

/** Matches of every word and every mark, sorted by what their rows tell: only those of the page are read. */
async function foundPage(db: Db, query: NodeQuery, starts: readonly string[]): Promise<NodePage> {
  const { list, tags, page, perPage, exclude = [] } = query
  const { parentId, kind } = list
  const conditions = [
    ...starts.map((start) => ({
      matches: db.node.search(parentId, kind, start, MOST_MATCHES),
      holds: (node: CompanyListItem) => searchWords(node).some((word) => word.startsWith(start)),
    })),
    ...tags.map((tag) => ({
      matches: db.node.marked(parentId, kind, tag, MOST_MATCHES),
      holds: (node: CompanyListItem) => tagsOf(node).includes(tag),
    })),
  ]
  const sets = await Promise.all(conditions.map(async ({ matches, holds }) => ({ ...(await matches), holds })))
  sets.sort((a, b) => Number(a.isCut) - Number(b.isCut) || a.found.size - b.found.size)
  const [smallest, ...others] = sets
  const isCut = smallest?.isCut ?? false
  const whole = others.filter((set) => !set.isCut)
  const kept = [...(smallest?.found.values() ?? [])].filter(
    ({ companyId }) => whole.every((set) => set.found.has(companyId)) && !exclude.includes(companyId),
  )
  // A set that was not read to its end cannot say who is missing from it: the entries themselves tell.
  const unsure = others.filter((set) => set.isCut)
  const matches =
    unsure.length > 0 ? await keep(db, parentId, kept, (node) => unsure.every((set) => set.holds(node))) : kept
  const sign = list.order === 'desc' ? -1 : 1
  const at = ({ keys, companyId }: Match) => `${keys[list.sort]}\t${companyId}`
  matches.sort((a, b) => (at(a) < at(b) ? -sign : sign))
  const offset = (page - 1) * perPage
  const ids = matches.slice(offset, offset + perPage).map(({ companyId }) => companyId)
  const read = new Map((await db.node.getMany(parentId, ids)).map((node) => [node.companyId, node]))
  const nodes = ids.flatMap((id) => read.get(id) ?? [])
  const numbers = describePage({ total: matches.length, offset, perPage, count: nodes.length })
  return { ...numbers, nodes, place: undefined, next: undefined, isCut }
}

async function keep(
  db: Db,
  parentId: string,
  matches: Match[],
  holds: (node: CompanyListItem) => boolean,
): Promise<Match[]> {
  const nodes = await db.node.getMany(
    parentId,
    matches.map(({ companyId }) => companyId),
  )
  const ids = new Set(nodes.filter(holds).map(({ companyId }) => companyId))
  return matches.filter(({ companyId }) => ids.has(companyId))
}
