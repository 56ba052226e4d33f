// A long list, read a batch at a time by key.
import type { CompanyListItem } from '#shared/model/node.ts'
import { type NodeList, sortValue } from '../../data/companies/list-item.ts'
import type { Db } from '../../data/index.ts'

const BATCH = 500

/** A whole list by key, a batch at a time, in its order. */
export async function* batches(db: Db, list: NodeList): AsyncGenerator<CompanyListItem[]> {
  let at: { value: string; companyId: string } | undefined
  for (;;) {
    // One earlier, where a place is known: it is inclusive.
    const read = await db.node.read(list, { at, limit: BATCH + (at ? 1 : 0) })
    const fresh = at ? read.slice(1) : read
    if (fresh.length > 0) yield fresh
    const last = read.at(-1)
    if (!last || fresh.length < BATCH) return
    at = { value: sortValue(last, list.sort), companyId: last.companyId }
  }
}
