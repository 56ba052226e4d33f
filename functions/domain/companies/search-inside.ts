// When nothing begins with what is searched, a list that is not long is looked through for what holds it anywhere:
// a part of a word, the middle of an address. Longer lists are found by the beginnings of words alone.
import { type CompanyListItem, foldText, tagsOf } from '#shared/model/node.ts'
import { describePage } from '#shared/paging.ts'
import type { Db } from '../../data/index.ts'
import type { NodePage, NodeQuery } from './list.ts'

/** About 60 read units at most: what ten pages of the list cost. */
const MOST_LOOKED_THROUGH = 500

type Texts = (node: CompanyListItem) => readonly string[]
const allTexts: Texts = ({ companyName, fullName, email }) => [companyName, fullName, email]

/** Whether a list of so many companies is found by the beginnings of words alone. */
export const isTooLong = (count: number): boolean => count > MOST_LOOKED_THROUGH

/**
 * Undefined when the list is too long to be looked through, or the search is empty. `texts`: what of an entry is looked through;
 * `count`: how long the list is, where that is known.
 */
export async function insidePage(
  db: Db,
  query: NodeQuery,
  texts = allTexts,
  count?: number,
): Promise<NodePage | undefined> {
  const { list, tags, page, perPage, exclude = [] } = query
  const parts = foldText(query.search).split(' ').filter(Boolean)
  if (parts.length === 0 || isTooLong(count ?? (await db.node.count(list.parentId, list.kind)))) return undefined
  const all = await db.node.read(list, { at: undefined, limit: MOST_LOOKED_THROUGH })
  const matches = all.filter((node) => {
    const [text, marks] = [texts(node).map(foldText).join('\n'), tagsOf(node)]
    const isMarked = tags.every((tag) => marks.includes(tag)) && !exclude.includes(node.companyId)
    return isMarked && parts.every((part) => text.includes(part))
  })
  const offset = (page - 1) * perPage
  const nodes = matches.slice(offset, offset + perPage)
  const numbers = describePage({ total: matches.length, offset, perPage, count: nodes.length })
  return { ...numbers, nodes, place: undefined, next: undefined, isCut: false }
}
