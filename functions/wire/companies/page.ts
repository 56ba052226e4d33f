// One page of a list of companies, from what the wire asks to what it gets.
import type * as z from 'zod'
import type { NodePage } from '#shared/contracts/companies/calls.ts'
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, type NodeFilter, type NodeSort, type NodeTag, nodeFilters } from '#shared/model/node.ts'
import type { NodeList } from '../../data/companies/list-item.ts'
import type { Db } from '../../data/index.ts'
import { MOST_MATCHES, nodePage, type Place } from '../../domain/companies/list.ts'
import { insidePage, isTooLong } from '../../domain/companies/search-inside.ts'
import { toPageWire } from '../lib/page.ts'
import { type RowFacts, toRows } from './row.ts'

export type Asked = { sort: string; order: string; search: string; Page: number; PerPage: number; Filters: string }
export type PageQuery = {
  /** The company whose children are listed, and of which kind they are. */
  parent: Company
  kind: NodeList['kind']
  asked: Asked
  /** Marks that every entry must bear, beside those of the filters. */
  tags: readonly NodeTag[]
  exclude?: readonly string[]
}
type Deps = { db: Db } & Pick<RowFacts, 'platformDomain' | 'seer'>
type Cursors = {
  /** Names the list completely, so that a cursor of another one is refused. */
  read: (scope: string) => Place | undefined
  make: (scope: string, place: Place) => string
}

const NONE = 'none'
const isFilter = (text: string): text is NodeFilter => (nodeFilters as readonly string[]).includes(text)

/** By what a caller writes, which may be any text: names that every object has are no orders. */
const sorts: ReadonlyMap<string, NodeSort> = new Map([
  ['company_name', 'companyName'],
  ['full_name', 'fullName'],
  ['email', 'email'],
  ['created_at', 'createdAt'],
])

/** Newest first unless a known order is asked for; nobody sorts by what no list shows. */
function listOf({ parent, kind, asked }: PageQuery): NodeList {
  const sort = sorts.get(asked.sort)
  if (!sort) return { parentId: parent.id, kind, sort: 'createdAt', order: 'desc' }
  return { parentId: parent.id, kind, sort, order: asked.order === 'desc' ? 'desc' : 'asc' }
}

/** Filters are for agencies; the two about the developer API are for the installation's first root alone. */
async function filtersFor({ db }: Deps, { parent, kind }: PageQuery): Promise<readonly NodeFilter[]> {
  if (kind !== 'agency') return []
  return (await db.company.isMaster(parent)) ? nodeFilters : ['direct_payment', 'payment_failed']
}

export async function companyPage(deps: Deps, query: PageQuery, cursors: Cursors): Promise<z.output<typeof NodePage>> {
  const { db, platformDomain, seer } = deps
  const { parent, asked, exclude } = query
  const filters = await filtersFor(deps, query)
  const chosen = asked.Filters.split(',').filter((text) => isFilter(text) && filters.includes(text)) as NodeFilter[]
  const list = listOf(query)
  const search = asked.search === NONE ? '' : asked.search
  const tags = [...new Set([...query.tags, ...chosen])]
  const scope = ['companies', list.parentId, list.kind, list.sort, list.order].join('/')
  const wanted = {
    list,
    search,
    tags,
    ...(exclude && { exclude }),
    page: asked.Page,
    perPage: asked.PerPage,
    place: cursors.read(scope),
  }
  // A list that is not narrowed tells its length itself.
  const counting = search === '' ? undefined : db.node.count(list.parentId, list.kind)
  const [found, count] = await Promise.all([nodePage(db, wanted), counting])
  const { nodes, place, next, isCut, ...numbers } =
    search && found.total === 0 ? ((await insidePage(db, wanted, undefined, count)) ?? found) : found
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    ...toPageWire(numbers),
    data: await toRows(db, nodes, { root, platformDomain, seer }),
    cursor: place ? cursors.make(scope, place) : null,
    next_cursor: next ? cursors.make(scope, next) : null,
    is_cut: isCut,
    ...(isTooLong(count ?? found.total) && { by_beginnings: true as const }),
    filters: [...filters],
  }
}

/** All that a search or filter finds, by name, up to the bound of what is counted. */
export async function foundNodes(
  db: Db,
  { list, search, tags }: { list: NodeList; search: string; tags: readonly NodeTag[] },
): Promise<CompanyListItem[]> {
  const wanted = { list, search, tags, page: 1, perPage: MOST_MATCHES, place: undefined }
  const found = await nodePage(db, wanted)
  return (found.total === 0 && search ? ((await insidePage(db, wanted)) ?? found) : found).nodes
}
