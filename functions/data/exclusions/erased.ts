// People who were erased: a list beside those that people fill, which no purge empties. It keeps hashes alone.
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { Table } from '../lib/table.ts'
import { bucketOf, exclusionBuckets } from './buckets.ts'
import { erasedShelfOf, exclusionLists, List } from './list.ts'

/** 64 buckets stay readable for a unit each up to some 5,000 people, and hold a hundred times as many. */
const LAYOUT = { generation: 1, bits: 6 }

export function erasedPeople(table: Table) {
  const { entity: lists } = exclusionLists(table)
  const buckets = exclusionBuckets(table)

  /** Adds SHA-256 hashes of addresses, each once however often it is added. From then on every check finds them. */
  return async function erase(companyId: string, digests: readonly Uint8Array[], now: number): Promise<void> {
    const erased = { ...LAYOUT, changedAt: now }
    const shelf = erasedShelfOf(List.parse({ companyId, scope: COMPANY_SCOPE, erased }))
    if (!shelf) throw new Error('People are erased into a shelf.')
    for (const digest of digests) await buckets.add({ shelf, number: bucketOf(digest, LAYOUT.bits) }, [digest])
    // The row shows what is in the buckets by then.
    await lists.upsert({ companyId, scope: COMPANY_SCOPE }).set({ erased }).add({ revision: 1 }).go()
  }
}
