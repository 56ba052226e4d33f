import type { Db } from '../../data/index.ts'

type Marked = Parameters<Db['node']['markedPage']>[0]

/** All companies of a list that bear a mark, however many there are, a page at a time. */
export async function* allMarked(db: Pick<Db, 'node'>, list: Marked): AsyncGenerator<string[]> {
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const { companyIds, next }: { companyIds: string[]; next: string | null } = await db.node.markedPage(list, after)
    yield companyIds
    after = next
  }
}
