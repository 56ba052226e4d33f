import { conflict, notFound } from '#shared/errors.ts'
import type { CompanyListItem, NodeSort, NodeTag } from '#shared/model/node.ts'
import { many, whole } from '../lib/batch.ts'
import type { Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { addedRows, changedRows, openTree, removedRows } from '../tenancy/tree.ts'
import { type Match, sortField, sortKeys, tagged, toMatch, toNode, wordsOf } from './list-schema.ts'

type Kind = CompanyListItem['kind']
export type Order = 'asc' | 'desc'
/** Which list: the children of a parent, of one kind, in one order. */
export type NodeList = { parentId: string; kind: Kind; sort: NodeSort; order: Order }

const PAGE = 500

/** What a node sorts by; also where a page can go on. */
export const sortValue = (node: CompanyListItem, sort: NodeSort): string => sortKeys(node)[sort]

export type { Match } from './list-schema.ts'

/** Up to `limit` matches; `isCut` when there are more. */
export type Matches = { found: Map<string, Match>; isCut: boolean }
type Rows = { data: { at: string; keys: string }[]; cursor: string | null }

/** How many more rows are read at first when a company that matched by two words left room, and twice as many each time. */
const AFTER = 50

async function collect(next: (cursor: string | null, rows: number) => Promise<Rows>, limit: number): Promise<Matches> {
  const found = new Map<string, Match>()
  let cursor: string | null = null
  let rows = limit + 1
  let more = AFTER
  do {
    const page = await next(cursor, rows)
    for (const match of page.data.map(toMatch)) found.set(match.companyId, match)
    rows = Math.max(limit + 1 - found.size, more)
    more *= 2
    cursor = page.cursor
  } while (cursor && found.size <= limit)
  const isCut = found.size > limit
  return { found: isCut ? new Map([...found].slice(0, limit)) : found, isCut }
}

export function nodes(table: Table) {
  const tree = openTree(table)
  const { node: entity, word: words, tag: tags, count: counts } = tree.entities

  async function find(parentId: string, companyId: string): Promise<CompanyListItem | undefined> {
    const { data } = await entity.get({ parentId, companyId }).go({ consistent: true })
    return data ? toNode(data) : undefined
  }

  /** One of the four orders. They have the same shape but for the name of what they sort by. */
  function queryBy({ parentId, kind, sort }: NodeList) {
    const { query } = entity
    const orders = {
      companyName: query.companyName,
      fullName: query.fullName,
      email: query.email,
      createdAt: query.createdAt,
    }
    // @NOTE see above: the shape is the same, so the first stands for all.
    return (orders[sort] as typeof query.companyName)({ parentId, kind })
  }

  return {
    find,
    /** The node, its search rows, its marks and the parent's count, all or nothing. */
    async create(node: CompanyListItem): Promise<void> {
      const { canceled } = await whenFree(() => tree.transaction.write((to) => addedRows(to, node)).go())
      if (canceled) throw conflict('This company is in the list already.')
    },
    /** Replaces what a list shows; only rows that differ are written. */
    async update(old: CompanyListItem, next: CompanyListItem): Promise<void> {
      const { canceled } = await whenFree(() => tree.transaction.write((to) => changedRows(to, old, next)).go())
      if (canceled) throw notFound('company')
    },
    async remove(node: CompanyListItem): Promise<void> {
      const { canceled } = await whenFree(() => tree.transaction.write((to) => removedRows(to, node)).go())
      if (canceled) throw notFound('company')
    },
    async count(parentId: string, of: Kind | 'activeCampaign'): Promise<number> {
      const { data } = await counts.get({ parentId, of }).go()
      return data?.total ?? 0
    },
    /** How many campaigns of an agency were ever started: another number is another start, also of one that stopped again. */
    async countStarts(agencyId: string): Promise<number> {
      const { data } = await counts.get({ parentId: agencyId, of: 'activeCampaign' }).go({ consistent: true })
      return data?.starts ?? 0
    },
    /** Up to `limit` nodes in the list's order, from a place on (or from an end); `isReverse` walks the other way. */
    async read(
      list: NodeList,
      from: { at: { value: string; companyId: string } | undefined; limit: number; isReverse?: boolean },
    ): Promise<CompanyListItem[]> {
      const isDescending = (list.order === 'desc') !== Boolean(from.isReverse)
      const order = isDescending ? ('desc' as const) : ('asc' as const)
      // @NOTE the facet's name depends on the sort; ElectroDB knows the names one by one only.
      const place = from.at && ({ [sortField[list.sort]]: from.at.value, companyId: from.at.companyId } as never)
      const query = queryBy(list)
      const bounded = place ? query[isDescending ? 'lte' : 'gte'](place) : query
      const found: CompanyListItem[] = []
      let cursor: string | null = null
      do {
        // One answer of the engine ends at 1 MB, which a walk to a far page may pass.
        const page: { data: Record<string, unknown>[]; cursor: string | null } = await bounded.go({
          order,
          cursor,
          limit: from.limit - found.length,
        })
        found.push(...page.data.map(toNode))
        cursor = page.cursor
      } while (cursor && found.length < from.limit)
      return found
    },
    /** Companies that have a word beginning so. Stops at a limit, so that a short word cannot cost a list. */
    search: (parentId: string, kind: Kind, start: string, limit: number): Promise<Matches> =>
      collect(
        (cursor, rows) =>
          words.query
            .primary({ of: wordsOf({ parentId, kind }, start) })
            .begins({ at: start })
            .go({ cursor, limit: rows }),
        limit,
      ),
    /** Companies that bear a mark; `consistent` for what must not be missed. */
    marked: (parentId: string, kind: Kind, tag: NodeTag, limit: number, consistent = false): Promise<Matches> =>
      collect(
        (cursor, rows) =>
          tags.query.primary({ of: tagged({ parentId, kind }, tag) }).go({ cursor, limit: rows, consistent }),
        limit,
      ),
    /** The same, a page at a time; `next` is null after the last one. */
    async markedPage({ tag, ...list }: { parentId: string; kind: Kind; tag: NodeTag }, after: string | null) {
      const of = tagged(list, tag)
      const { data, cursor: next }: Rows = await tags.query.primary({ of }).go({ cursor: after, limit: PAGE })
      return { companyIds: data.map(({ at }) => at), next }
    },
    async getMany(parentId: string, companyIds: readonly string[]): Promise<CompanyListItem[]> {
      if (companyIds.length === 0) return []
      const keys = [...new Set(companyIds)].map((companyId) => ({ parentId, companyId }))
      return (await whole(table, entity, entity.get(keys).go(many), 'may be a moment old')).map(toNode)
    },
  }
}
