import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortValue } from '#functions/data/companies/list-item.ts'
import { nodePage } from '#functions/domain/companies/list.ts'
import {
  type CompanyListItem,
  NodeFacts,
  type NodeFilter,
  nodeFilters,
  nodeSorts,
  searchStarts,
  searchWords,
  tagsOf,
} from '#shared/model/node.ts'
import { countUnits } from '../../bench/units.ts'
import { harness } from '../../support/harness.ts'

const h = await harness({ cast: false })
const units = countUnits(h.services.table)
let parents = 0

const names = [
  'Acme',
  'Ácme',
  'acme dental',
  'Bright',
  'Bright Smiles',
  'Zeta & Sons',
  '10 Miles',
  "O'Neil",
  'Ann',
  'Ann Lee',
]
function nodeAt(parentId: string, i: number): CompanyListItem {
  const name = names[i % names.length] ?? 'x'
  return {
    parentId,
    companyId: `com_${String(i).padStart(6, '0')}`,
    kind: 'agency',
    userId: `usr_${i}`,
    companyName: `${name}${i % 3 ? '' : ` ${i}`}`,
    fullName: `Person ${names[(i * 7) % names.length]}`,
    email: `p${i % 17}.x${i}@example${i % 5}.com`,
    createdAt: 1_700_000_000_000 + (i % 40) * 1000,
    facts: NodeFacts.parse({
      manualBill: i % 5 === 0,
      paymentFailed: (i >> 1) % 5 === 0,
      hasApiKey: (i >> 2) % 5 === 0,
      apiMode: (i >> 3) % 5 === 0,
    }),
    version: 0,
  }
}
async function plant(count: number) {
  const parentId = `com_parent${++parents}`
  const all = Array.from({ length: count }, (_, i) => nodeAt(parentId, i))
  for (const node of all) await h.db.node.create(node)
  return { parentId, all }
}
const sorted = (all: CompanyListItem[], sort: (typeof nodeSorts)[number], order: 'asc' | 'desc') => {
  const at = (node: CompanyListItem) => `${sortValue(node, sort)}\t${node.companyId}`
  const up = [...all].sort((a, b) => (at(a) < at(b) ? -1 : 1))
  return (order === 'desc' ? up.reverse() : up).map((node) => node.companyId)
}

describe('nodePage', () => {
  it('shows the same rows as a sorted array, on every page, in every order, by number and by place', async () => {
    const { parentId, all } = await plant(73)
    for (const sort of nodeSorts) {
      for (const order of ['asc', 'desc'] as const) {
        const oracle = sorted(all, sort, order)
        const list = { parentId, kind: 'agency' as const, sort, order }
        for (let page = 1; page <= 8; page++) {
          const got = await nodePage(h.db, { list, search: '', tags: [], page, perPage: 10, place: undefined })
          expect(got.nodes.map((node) => node.companyId)).toEqual(oracle.slice((page - 1) * 10, page * 10))
          expect([got.total, got.lastPage, got.currentPage]).toEqual([73, 8, page])
          for (const there of [page - 2, page - 1, page, page + 1, page + 2].filter(
            (number) => number >= 1 && number <= 8,
          )) {
            const moved = await nodePage(h.db, {
              list,
              search: '',
              tags: [],
              page: there,
              perPage: 10,
              place: got.place,
            })
            expect(moved.nodes.map((node) => node.companyId)).toEqual(oracle.slice((there - 1) * 10, there * 10))
            expect([moved.currentPage, moved.place]).toEqual([
              there,
              there === 1 ? undefined : expect.objectContaining({ offset: (there - 1) * 10 }),
            ])
          }
        }
      }
    }
  })

  it('finds by the start of any word, and by filters that are joined with AND', async () => {
    const { parentId, all } = await plant(60)
    const list = { parentId, kind: 'agency' as const, sort: 'companyName' as const, order: 'asc' as const }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'ac',
          'acme',
          'bri',
          'smiles',
          'ann',
          'p1',
          'zz',
          'example3',
          'example3.com',
          'p1.x1@exam',
          'person ann',
          'ÁC',
        ),
        fc.subarray([...nodeFilters]),
        async (search, filters: NodeFilter[]) => {
          const starts = searchStarts(search)
          const matches = all.filter(
            (node) =>
              starts.every((start) => searchWords(node).some((word) => word.startsWith(start))) &&
              filters.every((filter) => tagsOf(node).includes(filter)),
          )
          const got = await nodePage(h.db, { list, search, tags: filters, page: 1, perPage: 100, place: undefined })
          expect(got.nodes.map((node) => node.companyId)).toEqual(sorted(matches, 'companyName', 'asc'))
          expect(got.total).toBe(matches.length)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('follows a change of name and a removal in every list', async () => {
    const { parentId, all } = await plant(12)
    const [first] = all
    if (!first) throw new Error('nothing planted')
    const next = { ...first, companyName: 'Quite Different', facts: NodeFacts.parse({}) }
    await h.db.node.update(first, next)
    const find = async (search: string) =>
      (
        await nodePage(h.db, {
          list: { parentId, kind: 'agency', sort: 'createdAt', order: 'desc' },
          search,
          tags: [],
          page: 1,
          perPage: 50,
          place: undefined,
        })
      ).nodes.map((node) => node.companyId)
    expect(await find('quite')).toEqual([first.companyId])
    await h.db.node.remove({ ...next, version: 1 })
    expect(await find('quite')).toEqual([])
    expect(await h.db.node.count(parentId, 'agency')).toBe(11)
    await expect(h.db.node.remove(next)).rejects.toThrow('not found')
    expect(await h.db.node.count(parentId, 'agency')).toBe(11)
  })

  it('costs 2 requests for any neighbouring page, at most 2.5 read units, however long the list; and creating costs a bounded number of write units', async () => {
    const { parentId } = await plant(200)
    const list = { parentId, kind: 'agency' as const, sort: 'fullName' as const, order: 'asc' as const }
    const middle = await nodePage(h.db, { list, search: '', tags: [], page: 10, perPage: 10, place: undefined })
    for (const at of [
      { page: 1, place: undefined },
      { page: 20, place: undefined },
      ...[9, 10, 11].map((page) => ({ page, place: middle.place })),
    ]) {
      const { units: cost } = await units.of(() => nodePage(h.db, { list, search: '', tags: [], perPage: 10, ...at }))
      expect(cost.requests).toBe(2)
      expect(cost.reads).toBeLessThanOrEqual(2.5)
    }
    // Two pages back cost the same near the beginning, where as many rows lie before the page as behind it.
    const twoBack = async (page: number) => {
      const query = { list, search: '', tags: [], perPage: 10 }
      const from = await nodePage(h.db, { ...query, page, place: undefined })
      const { result, units: cost } = await units.of(() =>
        nodePage(h.db, { ...query, page: page - 2, place: from.place }),
      )
      expect(result.nodes).toHaveLength(10)
      return cost.reads
    }
    expect(await twoBack(5)).toBe(await twoBack(10))
    const { units: create } = await units.of(() =>
      h.db.node.create({
        ...nodeAt(parentId, 9999),
        facts: NodeFacts.parse({}),
        companyName: 'Harbor Roofing',
        fullName: 'Lola Locator',
        email: 'lola@harbor.example',
      }),
    )
    expect(create.writes).toBeLessThanOrEqual(30)
  })
})
