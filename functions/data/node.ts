import { Entity, Service } from 'electrodb'
import { conflict, notFound } from '#shared/errors.ts'
import { CompanyNode, type NodeFilter, type NodeSort, searchWords } from '#shared/model/node.ts'
import { countSchema, filterSchema, nodeSchema, sortText, sortTime, wordSchema } from './node-schema.ts'
import { electro, type Table } from './table.ts'

type Kind = CompanyNode['kind']
export type Order = 'asc' | 'desc'
/** Which list: the children of a parent, of one kind, in one order. */
export type NodeList = { parentId: string; kind: Kind; sort: NodeSort; order: Order }

/** What a node sorts by; also where a page can go on. */
export const sortValue = (node: CompanyNode, sort: NodeSort): string => {
  switch (sort) {
    case 'company_name':
      return sortText(node.companyName)
    case 'full_name':
      return sortText(node.fullName)
    case 'email':
      return sortText(node.email)
    case 'created_at':
      return sortTime(node.createdAt)
    default: {
      const never: never = sort
      throw new Error(`No list is sorted by ${never}.`)
    }
  }
}
const facet = { company_name: 'nameKey', full_name: 'personKey', email: 'emailKey', created_at: 'createdKey' } as const

const toNode = (row: Record<string, unknown>): CompanyNode => CompanyNode.parse(row)

const keysOf = (node: CompanyNode) => ({
  nameKey: sortText(node.companyName),
  personKey: sortText(node.fullName),
  emailKey: sortText(node.email),
  createdKey: sortTime(node.createdAt),
})

export function nodes(table: Table) {
  const service = new Service({
    node: new Entity(nodeSchema, electro(table)),
    word: new Entity(wordSchema, electro(table)),
    filter: new Entity(filterSchema, electro(table)),
    count: new Entity(countSchema, electro(table)),
  })
  const { node: entity, word: words, filter: filters, count: counts } = service.entities
  const wordRow = (node: CompanyNode) => (word: string) => ({
    parentId: node.parentId,
    kind: node.kind,
    prefix: word.slice(0, 2),
    word,
    companyId: node.companyId,
  })
  const filterRow = (node: CompanyNode) => (filter: NodeFilter) => ({
    parentId: node.parentId,
    kind: node.kind,
    filter,
    companyId: node.companyId,
  })

  async function find(parentId: string, companyId: string): Promise<CompanyNode | undefined> {
    const { data } = await entity.get({ parentId, companyId }).go()
    return data ? toNode(data) : undefined
  }

  /** One of the four orders. They have the same shape but for the name of what they sort by. */
  function queryBy({ parentId, kind, sort }: NodeList) {
    const { query } = entity
    const orders = {
      company_name: query.company_name,
      full_name: query.full_name,
      email: query.email,
      created_at: query.created_at,
    }
    // @NOTE see above: the shape is the same, so the first stands for all.
    return (orders[sort] as typeof query.company_name)({ parentId, kind })
  }

  return {
    find,
    /** The node, its search rows, its filter rows and the parent's count, all or nothing. */
    async create(node: CompanyNode): Promise<void> {
      const { canceled } = await service.transaction
        .write(({ node: n, word, filter, count }) => [
          n.create({ ...node, ...keysOf(node) }).commit(),
          count.upsert({ parentId: node.parentId, kind: node.kind }).add({ total: 1 }).commit(),
          ...searchWords(node)
            .map(wordRow(node))
            .map((row) => word.put(row).commit()),
          ...node.filters.map(filterRow(node)).map((row) => filter.put(row).commit()),
        ])
        .go()
      if (canceled) throw conflict('This company is in the list already.')
    },
    /** Replaces what a list shows; only rows that differ are written. */
    async update(old: CompanyNode, next: CompanyNode): Promise<void> {
      const [before, after] = [searchWords(old), searchWords(next)]
      const { canceled } = await service.transaction
        .write(({ node: n, word, filter }) => [
          n
            .put({ ...next, ...keysOf(next) })
            .where(({ companyId }, { exists }) => exists(companyId))
            .commit(),
          ...before
            .filter((one) => !after.includes(one))
            .map(wordRow(old))
            .map((row) => word.delete(row).commit()),
          ...after
            .filter((one) => !before.includes(one))
            .map(wordRow(next))
            .map((row) => word.put(row).commit()),
          ...old.filters
            .filter((one) => !next.filters.includes(one))
            .map(filterRow(old))
            .map((row) => filter.delete(row).commit()),
          ...next.filters
            .filter((one) => !old.filters.includes(one))
            .map(filterRow(next))
            .map((row) => filter.put(row).commit()),
        ])
        .go()
      if (canceled) throw notFound('company')
    },
    async remove(node: CompanyNode): Promise<void> {
      const { canceled } = await service.transaction
        .write(({ node: n, word, filter, count }) => [
          n.remove({ parentId: node.parentId, companyId: node.companyId }).commit(),
          count.upsert({ parentId: node.parentId, kind: node.kind }).add({ total: -1 }).commit(),
          ...searchWords(node)
            .map(wordRow(node))
            .map((row) => word.delete(row).commit()),
          ...node.filters.map(filterRow(node)).map((row) => filter.delete(row).commit()),
        ])
        .go()
      if (canceled) throw notFound('company')
    },
    async count(parentId: string, kind: Kind): Promise<number> {
      const { data } = await counts.get({ parentId, kind }).go()
      return data?.total ?? 0
    },
    /** Up to `limit` nodes in the list's order, from a place on (or from an end); `isReverse` walks the other way. */
    async read(
      list: NodeList,
      from: {
        at: { value: string; companyId: string } | undefined
        isIncluded: boolean
        limit: number
        isReverse?: boolean
      },
    ): Promise<CompanyNode[]> {
      const isDescending = (list.order === 'desc') !== Boolean(from.isReverse)
      const options = { limit: from.limit, order: isDescending ? ('desc' as const) : ('asc' as const) }
      const query = queryBy(list)
      if (!from.at) return (await query.go(options)).data.map(toNode)
      // @NOTE the facet's name depends on the sort; ElectroDB knows the names one by one only.
      const place = { [facet[list.sort]]: from.at.value, companyId: from.at.companyId } as never
      const bound = isDescending ? (from.isIncluded ? 'lte' : 'lt') : from.isIncluded ? 'gte' : 'gt'
      return (await query[bound](place).go(options)).data.map(toNode)
    },
    /** Ids of the nodes that have a word beginning so. Stops above `most`, so that a short word cannot cost a list. */
    async searchIds(parentId: string, kind: Kind, start: string, most: number): Promise<string[]> {
      const found = new Set<string>()
      let cursor: string | null = null
      do {
        const page: { data: { companyId: string }[]; cursor: string | null } = await words.query
          .primary({ parentId, kind, prefix: start.slice(0, 2) })
          .begins({ word: start })
          .go({ cursor, limit: most + 1 })
        for (const row of page.data) found.add(row.companyId)
        cursor = page.cursor
      } while (cursor && found.size <= most)
      return [...found]
    },
    async filterIds(parentId: string, kind: Kind, filter: NodeFilter): Promise<string[]> {
      const { data } = await filters.query.primary({ parentId, kind, filter }).go({ pages: 'all' })
      return data.map((row) => row.companyId)
    },
    async getMany(parentId: string, companyIds: string[]): Promise<CompanyNode[]> {
      const { data } = await entity.get(companyIds.map((companyId) => ({ parentId, companyId }))).go({ concurrent: 4 })
      return data.map(toNode)
    },
  }
}
