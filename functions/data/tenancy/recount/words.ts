// The rows by which search and filters find companies, compared with the entries that they are made of.
import { searchWords, tagsOf } from '#shared/model/node.ts'
import { tagKey, toFoundKeys, toNode, wordKey } from '../../companies/list-schema.ts'
import type { Item, Table } from '../../lib/table.ts'
import { whenFree } from '../../lib/when-free.ts'
import { openTree } from '../tree.ts'
import type { Finding } from './rows.ts'

type Key = { of: string; at: string }
const nameOf = ({ of, at }: Key) => `${of} ${at}`
const ENDED = /#FC#ended$/

/** @NOTE `rows` are items as they lie in the table, by the short names of their attributes. */
export function wordFindings(table: Table, nodes: readonly Item[], rows: readonly Item[]): Finding[] {
  const tree = openTree(table)
  const there = new Map(rows.map((row) => [`${row.pk} ${row.sk}`, row]))
  const rightful = new Set<string>()
  const found: Finding[] = []
  for (const node of nodes.map(toNode)) {
    const { parentId, companyId, version } = node
    const keys = toFoundKeys(node)
    const wanted = [
      ...searchWords(node).map((word) => ({ of: 'word' as const, key: wordKey(node, word) })),
      ...tagsOf(node).map((tag) => ({ of: 'tag' as const, key: tagKey(node, tag) })),
    ]
    for (const { of, key } of wanted) {
      rightful.add(nameOf(key))
      const row = there.get(nameOf(key))
      if (row?.k === keys) continue
      found.push({
        kind: of,
        said: `${companyId} ${row ? 'is sorted wrongly where it is found' : 'is not found'} by ${JSON.stringify(key.at.split('\t', 1)[0])} (${key.of}).`,
        mend: async () => {
          const { canceled } = await whenFree(() =>
            tree.transaction
              .write((to) => [
                to.node
                  .check({ parentId, companyId })
                  .where((item, { eq }) => eq(item.version, version))
                  .commit(),
                to[of].put({ ...key, keys }).commit(),
              ])
              .go(),
          )
          if (canceled) throw new Error('The entry changed meanwhile.')
        },
      })
    }
  }
  for (const [name, row] of there) {
    // A client that was deleted is found by this alone.
    if (rightful.has(name) || ENDED.test(String(row.pk))) continue
    const key = { of: String(row.pk), at: String(row.sk) }
    const of = row.e === 'nw' ? 'word' : 'tag'
    found.push({
      kind: of,
      said: `${key.at.split('\t').at(-1)} is found by ${JSON.stringify(key.at.split('\t', 1)[0])} (${key.of}), which it is not.`,
      mend: () =>
        tree.entities[of]
          .delete(key)
          .where((item, { eq }) => eq(item.keys, String(row.k)))
          .go(),
    })
  }
  return found
}
