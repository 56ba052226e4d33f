// B1, B2, B18: what a page, a search and a change of a list of companies cost at 100 to 100,000 companies. All
// figures are units that the engine counts; what was found is compared with a sorted and filtered array.
import { sortKeys, tagKey, toFoundKeys, toNodeItem, wordKey } from '#functions/data/companies/list-schema.ts'
import { openTree } from '#functions/data/tenancy/tree.ts'
import { nodePage, type Place } from '#functions/domain/companies/list.ts'
import { CompanyListItem, nodeSorts, searchStarts, searchWords, tagsOf } from '#shared/model/node.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'
import type { Units } from './units.ts'

const SIZES = [100, 1000, 10_000, 100_000] as const
const PAGES = 60
const NEEDLES = 120
const PER_PAGE = 10
const PART = 500

/** Numbers that look random and are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const trades = ['Dental', 'Roofing', 'Legal', 'Fitness', 'Plumbing', 'Realty', 'Optics', 'Garden']
const places = ['Maple', 'Riverside', 'Summit', 'Union', 'Lincoln', 'Cedar', 'Hilltop', 'Prairie', 'Sunset', 'Harbor']
const names = ['Maya', 'Liam', 'Sofia', 'Noah', 'Elena', 'Owen', 'Priya', 'Jonas', 'Grace', 'Mateo', 'Hana', 'Felix']
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''

/** A word of its own for every ten companies, so that a search for it finds as many in a list of any length. */
const nodeAt = (parentId: string, i: number): CompanyListItem =>
  CompanyListItem.parse({
    parentId,
    companyId: `com_${String(i).padStart(26, '0')}`,
    kind: 'client',
    userId: `usr_${String(i).padStart(26, '0')}`,
    companyName: `${pick(places, i * 7)} ${pick(trades, i * 3)} ${group(i)}`,
    createdAt: 1_700_000_000_000 + ((i * 7919) % 1_000_000),
    fullName: `${pick(names, i * 5)} ${pick(places, i * 11)}son`,
    email: `p${i}@${group(i)}.example`,
    facts: { phone: '3125550100', hasCard: i % 3 === 0 },
  })
const group = (i: number) => `g${(100_000 + Math.floor(i / 10)).toString(36)}`

async function inParts<Item>(items: readonly Item[], write: (part: Item[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += PART) await write(items.slice(at, at + PART))
}

/** The same rows that making them one by one would leave, written in batches. */
async function fill({ services }: Bench, parentId: string, count: number): Promise<CompanyListItem[]> {
  const { node, word, tag, count: counter } = openTree(services.table).entities
  const all = Array.from({ length: count }, (_, i) => nodeAt(parentId, i))
  const rows = all.map((each) => {
    const keys = toFoundKeys(each)
    return {
      words: searchWords(each).map((text) => ({ ...wordKey(each, text), keys })),
      tags: tagsOf(each).map((text) => ({ ...tagKey(each, text), keys })),
    }
  })
  await inParts(all.map(toNodeItem), (part) => node.put(part).go({ concurrent: 4 }))
  await inParts(
    rows.flatMap(({ words }) => words),
    (part) => word.put(part).go({ concurrent: 4 }),
  )
  await inParts(
    rows.flatMap(({ tags }) => tags),
    (part) => tag.put(part).go({ concurrent: 4 }),
  )
  await counter.put({ parentId, of: 'client', total: count }).go()
  return all
}

type Cost = { reads: number; writes: number; requests: number }
const most = (costs: readonly Units[]): Cost => ({
  reads: Math.max(...costs.map(({ reads }) => reads)),
  writes: Math.max(...costs.map(({ writes }) => writes)),
  requests: Math.max(...costs.map(({ requests }) => requests)),
})
const ids = (nodes: readonly CompanyListItem[]) => nodes.map(({ companyId }) => companyId).join()

type Sort = (typeof nodeSorts)[number]

/** The list as an array, sorted in each of its orders and split into words once: the oracle must not cost more than what it proves. */
function oracleOf(all: readonly CompanyListItem[]) {
  const rows = all.map((node) => ({ node, keys: sortKeys(node), words: searchWords(node) }))
  const orders = new Map<Sort, CompanyListItem[]>()
  const upwards = (sort: Sort) => {
    const known = orders.get(sort)
    if (known) return known
    const keyed = rows.map(({ node, keys }) => ({ node, at: `${keys[sort]}\t${node.companyId}` }))
    const made = keyed.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ node }) => node)
    orders.set(sort, made)
    return made
  }
  return {
    sorted: (sort: Sort, order: 'asc' | 'desc') => (order === 'desc' ? upwards(sort).toReversed() : upwards(sort)),
    /** By name, those of which each start begins a word. */
    found(starts: readonly string[]): CompanyListItem[] {
      const isFound = new Set(
        rows
          .filter(({ words }) => starts.every((start) => words.some((word) => word.startsWith(start))))
          .map(({ node }) => node.companyId),
      )
      return upwards('companyName').filter(({ companyId }) => isFound.has(companyId))
    },
  }
}
type Oracle = ReturnType<typeof oracleOf>

async function pages({ services, units }: Bench, parentId: string, all: Oracle, length: number): Promise<Cost> {
  const roll = dice(length)
  const last = Math.ceil(length / PER_PAGE)
  const costs: Units[] = []
  for (let round = 0; round < PAGES; round++) {
    const sort = nodeSorts[roll(nodeSorts.length)] ?? 'email'
    const order = roll(2) ? 'asc' : 'desc'
    const oracle = all.sorted(sort, order)
    const ask = async (page: number, place: Place | undefined) => {
      const list = { parentId, kind: 'client', sort, order } as const
      const query = { list, search: '', tags: [], page, perPage: PER_PAGE, place }
      const { result, units: cost } = await units.of(() => nodePage(services.db, query))
      const expected = oracle.slice((page - 1) * PER_PAGE, page * PER_PAGE)
      if (ids(result.nodes) !== ids(expected) || result.total !== length)
        throw new Error(`Page ${page} by ${sort} is wrong.`)
      return cost
    }
    const page = 3 + roll(last - 4)
    const placeAt = (number: number): Place | undefined => {
      const offset = (number - 1) * PER_PAGE
      const before = oracle[offset - 1]
      return before && { value: sortKeys(before)[sort], companyId: before.companyId, offset }
    }
    const tried = [
      await ask(1, undefined),
      await ask(last, undefined),
      // Every page number that stands beside the one that is open, and the two arrows.
      await ask(page - 2, placeAt(page)),
      await ask(page - 1, placeAt(page)),
      await ask(page, placeAt(page)),
      await ask(page + 1, placeAt(page + 1)),
      await ask(page + 2, placeAt(page + 1)),
    ]
    costs.push(...tried)
  }
  return most(costs)
}

async function searches({ services, units }: Bench, parentId: string, all: Oracle, length: number) {
  const roll = dice(length + 1)
  const costs: Units[] = []
  for (let round = 0; round < NEEDLES; round++) {
    const search = group(roll(length))
    const matches = all.found(searchStarts(search))
    const list = { parentId, kind: 'client', sort: 'companyName', order: 'asc' } as const
    const query = { list, search, tags: [], page: 1, perPage: PER_PAGE, place: undefined }
    const { result, units: cost } = await units.of(() => nodePage(services.db, query))
    const expected = matches.slice(0, PER_PAGE)
    if (ids(result.nodes) !== ids(expected) || result.total !== matches.length)
      throw new Error(`The search for ${search} is wrong.`)
    costs.push(cost)
  }
  const wide = {
    list: { parentId, kind: 'client', sort: 'companyName', order: 'asc' },
    search: 'ma',
    tags: [],
    page: 1,
    perPage: PER_PAGE,
  } as const
  const { units: widest } = await units.of(() => nodePage(services.db, { ...wide, place: undefined }))
  return { narrow: most(costs), widest }
}

async function changes({ services, units }: Bench, parentId: string): Promise<Cost> {
  const node: CompanyListItem = {
    ...nodeAt(parentId, 0),
    companyId: 'com_01KA9X3M5V7Q2N8E4T6Y0WZRBC',
    companyName: 'Harbor Roofing',
    fullName: 'Lola Locator',
    email: 'lola.locator@harbor.example',
  }
  const next = { ...node, companyName: 'Harbor Bay Roofing' }
  const made = await units.of(() => services.db.node.create(node))
  const renamed = await units.of(() => services.db.node.update(node, next))
  const gone = await units.of(() => services.db.node.remove({ ...next, version: 1 }))
  return most([made.units, renamed.units, gone.units])
}

/** How units grow with the list: the exponent by which they follow its length, from the smallest to the largest. */
const growth = (units: readonly number[]) =>
  Math.log((units.at(-1) ?? 1) / (units[0] ?? 1)) / Math.log((SIZES.at(-1) ?? 1) / SIZES[0])
const shown = (units: readonly number[]) => units.join(' / ')
const sizes = SIZES.map((size) => size.toLocaleString('en-US')).join(' / ')

export async function benchLists(bench: Bench): Promise<Figure[]> {
  const found = []
  for (const size of SIZES) {
    const parentId = `com_bench${size}`
    const all = oracleOf(await fill(bench, parentId, size))
    found.push({
      page: await pages(bench, parentId, all, size),
      search: await searches(bench, parentId, all, size),
      change: await changes(bench, parentId),
    })
  }
  const page = found.map((each) => each.page.reads)
  const requests = Math.max(...found.map((each) => each.page.requests))
  const search = found.map((each) => each.search.narrow.reads)
  const wide = found.map((each) => each.search.widest.reads)
  const change = found.map((each) => each.change.writes)
  return [
    {
      id: 'B1',
      what: `Page of 10, any sort: first, last, next, previous and the five page links; most read units at ${sizes} companies`,
      figure: `${shown(page)}, ${requests} requests`,
      goal: '<= 2.5, <= 3 requests, slope <= 0.10',
      peer: 'floor 0.5',
      met: Math.max(...page) <= 2.5 && requests <= 3 && growth(page) <= 0.1,
    },
    {
      id: 'B2',
      what: `Search that finds 10 of ${sizes}: most read units, exact totals`,
      figure: shown(search),
      goal: '<= 10, slope <= 0.10',
      peer: 'array filter, same rows',
      met: Math.max(...search) <= 10 && growth(search) <= 0.1,
    },
    {
      id: 'B2',
      what: `Search for two letters that begin a quarter of ${sizes}: read units, counted up to 1,000`,
      figure: shown(wide),
      goal: '<= 10',
      peer: 'stops at 1,001 matches',
      met: Math.max(...wide) <= 10,
    },
    {
      id: 'B18',
      what: `Entry made, renamed, deleted: most write units at ${sizes}, one transaction each`,
      figure: shown(change),
      goal: '<= 30, slope <= 0.10',
      peer: 'floor 1',
      met: Math.max(...change) <= 30 && growth(change) <= 0.1,
    },
  ]
}
