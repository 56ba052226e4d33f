// When nothing begins with what is searched, a list that is not long is looked through for what holds it anywhere:
// a part of a word, the middle of an address. Longer lists are found by the beginnings of words alone.
import { type CompanyListItem, foldText, tagsOf } from '#shared/model/node.ts'
import { describePage } from '#shared/paging.ts'
import type { Db } from '../../data/index.ts'
import type { NodePage, NodeQuery } from './list.ts'

/** About 60 read units at most: what ten pages of the list cost. */
export const MOST_LOOKED_THROUGH = 500

type Texts = (node: CompanyListItem) => readonly string[]
const allTexts: Texts = ({ companyName, fullName, email }) => [companyName, fullName, email]

/**
 * Undefined when the list is too long to be looked through, or the search is empty. `texts`: what of an entry is looked through.
 */
export async function insidePage(db: Db, query: NodeQuery, texts = allTexts): Promise<NodePage | undefined> {
  const { list, tags, page, perPage, exclude = [] } = query
  const parts = foldText(query.search).split(' ').filter(Boolean)
  if (parts.length === 0 || (await db.node.count(list.parentId, list.kind)) > MOST_LOOKED_THROUGH) return undefined
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
