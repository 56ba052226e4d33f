// Pages of companies: sorted by an index, numbered by a counter, reached by key. Search and filters read what they find.
import { type CompanyNode, foldText, type NodeFilter } from '#shared/model/node.ts'
import { describePage } from '#shared/paging.ts'
import type { Db } from '../data/index.ts'
import { type NodeList, sortValue } from '../data/node.ts'

/** A search or filter shows exact totals up to this many; beyond it says so instead of reading on. */
export const MOST_MATCHES = 1000
/** Where a page begins: after this node, with so many before it. A list goes on, forward or back, from any place it was at. */
export type Place = { value: string; companyId: string; offset: number }
export type NodePage = ReturnType<typeof describePage> & {
  nodes: CompanyNode[]
  /** Where this page begins; undefined for the first one. */
  place: Place | undefined
  /** There are more matches than were counted. */
  isCut: boolean
}

export type NodeQuery = {
  list: NodeList
  search: string
  filters: NodeFilter[]
  page: number
  perPage: number
  place: Place | undefined
}

export async function nodePage(db: Db, query: NodeQuery): Promise<NodePage> {
  const search = foldText(query.search)
  return search.length >= 2 || query.filters.length > 0 ? foundPage(db, query, search) : sortedPage(db, query)
}

/** From the nearest of what is known: the beginning, the end, or the place that the caller was at. */
async function sortedPage(db: Db, { list, page, perPage, place }: NodeQuery): Promise<NodePage> {
  const total = await db.node.count(list.parentId, list.kind)
  const offset = (Math.min(page, Math.max(1, Math.ceil(total / perPage))) - 1) * perPage
  const distance = (from: number) => Math.abs(offset - from)
  const isPlaceNearest = place && place.offset <= total && distance(place.offset) < Math.min(offset, total - offset)
  const anchor = isPlaceNearest ? place.offset : offset <= total - offset ? 0 : total
  const at = isPlaceNearest ? place : undefined
  const read = offset >= anchor ? readForward : readBack
  const { nodes, before } = await read(db, list, { at, skip: distance(anchor), perPage })
  return {
    ...describePage({ total, offset, perPage, count: nodes.length }),
    nodes,
    place: before && { value: sortValue(before, list.sort), companyId: before.companyId, offset },
    isCut: false,
  }
}

type Walk = { at: Place | undefined; skip: number; perPage: number }
type Found = { nodes: CompanyNode[]; before: CompanyNode | undefined }

async function readForward(db: Db, list: NodeList, { at, skip, perPage }: Walk): Promise<Found> {
  // One row earlier where a place is known, so that the row before this page is in hand again.
  const rows = await db.node.read(list, { at, isIncluded: true, limit: (at ? 1 : 0) + skip + perPage })
  const start = (at ? 1 : 0) + skip
  return { nodes: rows.slice(start, start + perPage), before: rows[start - 1] }
}

async function readBack(db: Db, list: NodeList, { at, skip, perPage }: Walk): Promise<Found> {
  const rows = await db.node.read(list, { at, isIncluded: true, limit: skip + 1, isReverse: true })
  return { nodes: rows.slice(Math.max(0, skip - perPage), skip).reverse(), before: rows[skip] }
}

/** Matches of every word and every filter, sorted here: their number is bounded, whatever the list holds. */
async function foundPage(db: Db, { list, filters, page, perPage }: NodeQuery, search: string): Promise<NodePage> {
  const starts = search.length >= 2 ? search.split(' ').filter((word) => word.length >= 2) : []
  const sets = await Promise.all([
    ...starts.map((word) => db.node.searchIds(list.parentId, list.kind, word, MOST_MATCHES)),
    ...filters.map((filter) => db.node.filterIds(list.parentId, list.kind, filter)),
  ])
  const isCut = sets.some((ids, index) => index < starts.length && ids.length > MOST_MATCHES)
  const [smallest = [], ...others] = sets.sort((a, b) => a.length - b.length)
  const kept = others.map((ids) => new Set(ids))
  const ids = smallest.filter((id) => kept.every((set) => set.has(id))).slice(0, MOST_MATCHES)
  const matches = await db.node.getMany(list.parentId, ids)
  const sign = list.order === 'desc' ? -1 : 1
  const at = (node: CompanyNode) => `${sortValue(node, list.sort)}\t${node.companyId}`
  matches.sort((a, b) => (at(a) < at(b) ? -sign : sign))
  const offset = (page - 1) * perPage
  const shownNodes = matches.slice(offset, offset + perPage)
  return {
    ...describePage({ total: matches.length, offset, perPage, count: shownNodes.length }),
    nodes: shownNodes,
    place: undefined,
    isCut,
  }
}
