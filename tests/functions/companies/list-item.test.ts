// Rows that search and filters find companies by: as small as they can be, and still exact.
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { sortKeys, tagKey, toFoundKeys, toMatch, wordKey } from '#functions/data/companies/list-schema.ts'
import { nodePage } from '#functions/domain/companies/list.ts'
import { CompanyListItem, nodeSorts } from '#shared/model/node.ts'
import { harness } from '../../support/harness.ts'

const h = await harness({ cast: false })
const parentId = 'com_01KA9X3M5V7Q2N8E4T6Y0WZRBC'
const nodeAt = (i: number, parent = parentId) =>
  CompanyListItem.parse({
    parentId: parent,
    companyId: `com_01KA9X3M5V7Q2N8E4T6Y0WZR${10 + i}`,
    kind: 'client',
    userId: `usr_${i}`,
    companyName: `Maple ${String.fromCharCode(90 - (i % 26))} Dental`,
    fullName: `Mateo Nr${(i * 7) % 10}`,
    email: `maya.p${(i * 3) % 7}@example.com`,
    createdAt: 1_700_000_000_000 + ((i * 13) % 30) * 997,
  })

describe('a row that search finds a company by', () => {
  it('says nothing twice and takes less than 200 bytes', async () => {
    const node = nodeAt(0)
    await h.db.node.create(node)
    const bytes = async (pk: string) => {
      const { client, name: TableName } = h.services.table
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
        }),
      )
      expect(Items.length).toBeGreaterThan(0)
      expect(Items.flatMap(Object.keys).filter((name) => !['pk', 'sk', 'k', 'e', 'v'].includes(name))).toEqual([])
      return Math.max(...Items.map((item) => Object.entries(item).flat().join('').length))
    }
    expect(await bytes(wordKey(node, 'ma').of)).toBeLessThan(200)
    expect(await bytes(tagKey(node, 'card_none').of)).toBeLessThan(200)
  })

  it('carries what sorts the company in each order, to the letter', () => {
    for (const createdAt of [0, 1, 1_700_000_000_000, 9_999_999_999_999]) {
      const node = { ...nodeAt(1), createdAt, companyName: '  Zoë\t& Söhne ', fullName: '' }
      const match = toMatch({ at: wordKey(node, 'zoe').at, keys: toFoundKeys(node) })
      expect(match).toEqual({ companyId: node.companyId, keys: sortKeys(node) })
      expect(toMatch({ at: tagKey(node, 'card_none').at, keys: toFoundKeys(node) })).toEqual(match)
    }
  })
})

describe('a search that many words of each company answer', async () => {
  const parent = 'com_01KA9X3M5V7Q2N8E4T6Y0WZRBD'
  const all = Array.from({ length: 30 }, (_, i) => nodeAt(i, parent))

  it('counts each company once, up to the limit and not one less, and keeps all four orders', async () => {
    for (const node of all) await h.db.node.create(node)
    for (const [limit, size, isCut] of [
      [10, 10, true],
      [29, 29, true],
      [30, 30, false],
      [31, 30, false],
    ] as const) {
      const matches = await h.db.node.search(parent, 'client', 'ma', limit)
      expect([matches.found.size, matches.isCut]).toEqual([size, isCut])
      const marked = await h.db.node.marked(parent, 'client', 'card_none', limit)
      expect([marked.found.size, marked.isCut]).toEqual([size, isCut])
    }
    for (const sort of nodeSorts)
      for (const order of ['asc', 'desc'] as const)
        for (const query of [
          { search: 'ma', tags: [] },
          { search: '', tags: ['card_none'] as const },
        ]) {
          const list = { parentId: parent, kind: 'client', sort, order } as const
          const page = await nodePage(h.db, { list, ...query, page: 2, perPage: 10, place: undefined })
          const at = (node: CompanyListItem) => `${sortKeys(node)[sort]}\t${node.companyId}`
          const sorted = all.toSorted((a, b) => (at(a) < at(b) ? -1 : 1))
          const wanted = (order === 'asc' ? sorted : sorted.toReversed()).slice(10, 20)
          expect([page.total, page.nodes.map(({ companyId }) => companyId)]).toEqual([
            30,
            wanted.map(({ companyId }) => companyId),
          ])
        }
  })
})
