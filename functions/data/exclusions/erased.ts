// People who were erased: a list beside those that people fill, which no purge empties. It keeps hashes alone.
import { ERASED_SCOPE } from '#shared/model/exclusion.ts'
import type { Table } from '../lib/table.ts'
import { bucketOf, exclusionBuckets } from './buckets.ts'
import { exclusionLists, shelfOf } from './list.ts'

/** 64 buckets stay readable for a unit each up to some 5,000 people, and hold a hundred times as many. */
const LAYOUT = { generation: 1, bits: 6 }

export function erasedPeople(table: Table) {
  const { entity: lists, get } = exclusionLists(table)
  const buckets = exclusionBuckets(table)

  /** Adds SHA-256 hashes of addresses, each once however often it is added. From then on every check finds them. */
  return async function erase(companyId: string, digests: readonly Uint8Array[], now: number): Promise<void> {
    const list = await get(companyId, ERASED_SCOPE)
    const shelf = shelfOf(list, 'sha256', LAYOUT)
    for (const digest of digests) await buckets.add({ shelf, number: bucketOf(digest, LAYOUT.bits) }, [digest])
    // The row shows what is in the buckets by then.
    await lists
      .upsert({ companyId, scope: ERASED_SCOPE })
      .set({ epoch: 0, generation: LAYOUT.generation, kinds: { sha256: { ...LAYOUT, count: 0 } }, changedAt: now })
      .add({ revision: 1 })
      .go()
  }
}
