import { type Freshness, many, whole } from '../lib/batch.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { at15, type Table } from '../lib/table.ts'
import { exclusionBuckets } from './buckets.ts'
import { exclusionEntries } from './entry.ts'
import { erasedPeople } from './erased.ts'
import { exclusionImports } from './import.ts'
import {
  type ExclusionList,
  exclusionLists,
  type Garbage,
  isSame,
  List,
  type ListRef,
  SWEEP,
  shelvesOf,
  withGarbage,
} from './list.ts'

/** Exclusion lists: what they hold, how an import writes into them, and how they are emptied. */
export function exclusions(table: Table) {
  const { entity: lists, get } = exclusionLists(table)

  return {
    ...exclusionBuckets(table),
    ...exclusionImports(table),
    ...exclusionEntries(table),
    erase: erasedPeople(table),
    get,
    /** Rows of several lists, in one request; lists that never held anything are empty. */
    async findMany(refs: readonly ListRef[], freshness: Freshness = 'may be a moment old'): Promise<ExclusionList[]> {
      const how = { ...many, consistent: freshness === 'as written' }
      const rows = await whole(table, lists, lists.get([...refs]).go(how), freshness)
      const found = rows.map((row) => List.parse(row))
      return refs.map(
        (ref) => found.find((list) => list.companyId === ref.companyId && list.scope === ref.scope) ?? List.parse(ref),
      )
    },
    /** Empties a list in one write: what older uploads still add goes where nobody reads. */
    async purge(companyId: string, scope: string, now: number): Promise<{ before: ExclusionList; epoch: number }> {
      for (let round = 0; round < 8; round++) {
        const before = await get(companyId, scope)
        const current = shelvesOf(before.kinds)
        const shelves = [
          ...current,
          ...shelvesOf(before.pending).filter((shelf) => !isSame(shelf, before.kinds[shelf.kind])),
        ]
        const epoch = before.epoch + 1
        const after = {
          epoch,
          kinds: {},
          ...withGarbage(before, { at: now, epoch: before.epoch, isPurged: true, shelves }),
        }
        try {
          if (before.revision === 0) await lists.create({ companyId, scope, revision: 1, ...after }).go()
          else {
            await lists
              .patch({ companyId, scope })
              .set(after)
              .add({ revision: 1 })
              .remove(['lockedBy', 'lockedUntil', 'pending'])
              .where((item, { eq }) => eq(item.revision, before.revision))
              .go()
          }
          return { before, epoch }
        } catch (error) {
          if (!isConditionFailure(error)) throw error
        }
      }
      throw new Error('An exclusion list changed too often to be purged.')
    },
    /** Lists that left something behind before a moment. */
    async listLeftovers(before: number, limit: number): Promise<ExclusionList[]> {
      const { data } = await lists.query
        .sweep({ sweepAs: SWEEP })
        .lt({ sweepAt: at15(before) })
        .go({ limit })
      return data.map((row) => List.parse(row))
    },
    /** Forgets leftovers that are gone; false when the row changed since it was read, then a later run does it. */
    async forgetLeftovers(list: ExclusionList, gone: readonly Garbage[]): Promise<boolean> {
      const garbage = list.garbage.filter((entry) => !gone.includes(entry))
      const [oldest] = garbage
      const row = lists.patch({ companyId: list.companyId, scope: list.scope })
      const changed = oldest
        ? row.set({ garbage, sweepAs: SWEEP, sweepAt: `${at15(oldest.at)}#${list.companyId}#${list.scope}` })
        : row.remove(['garbage', 'sweepAs', 'sweepAt'])
      try {
        await changed
          .add({ revision: 1 })
          .where((item, { eq }) => eq(item.revision, list.revision))
          .go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
  }
}
