// One record of a list, taken out by hand. It holds the list meanwhile as an import does, so that what either of them planned
// against the list stays true.
import { Entity } from 'electrodb'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { transact } from '../wallet/items.ts'
import { type Bucket, keyOf } from './buckets.ts'
import { type ExclusionList, List, type ListRef, listKey, listSchema } from './list.ts'

/** Digests that a bucket of a list holds. */
export type Held = { bucket: Bucket; digests: Uint8Array[] }

/** How a removal, of an entry or of a person, names itself to whom looks at who has a list; no upload has such an id. */
export const HOLDER = 'entry#'

/** It falls silent after that: nobody holds a list longer while somebody waits. */
export const HOLD_MS = 60_000

export function exclusionEntries(table: Table) {
  const lists = new Entity(listSchema, electro(table))

  return {
    /**
     * Takes the list for a moment; undefined while an import or another holder has it, or when nothing was ever on it. Who has it
     * already keeps it.
     */
    async hold(ref: ListRef, holder: string, now: number, until: number): Promise<ExclusionList | undefined> {
      try {
        const { data } = await lists
          .patch(ref)
          .set({ lockedBy: holder, lockedUntil: until })
          .add({ revision: 1 })
          // An import keeps its list until it ends; only a removal that fell silent is passed over.
          .where(
            ({ lockedBy, lockedUntil }, { notExists, begins, eq, lt }) =>
              `${notExists(lockedBy)} OR ${eq(lockedBy, holder)} OR (${begins(lockedBy, HOLDER)} AND ${lt(lockedUntil, now)})`,
          )
          .go({ response: 'all_new' })
        return List.parse(data)
      } catch (error) {
        if (isConditionFailure(error)) return undefined
        throw error
      }
    },
    /** Gives the list back as it is. */
    async letGo(ref: ListRef, holder: string): Promise<void> {
      await lists
        .patch(ref)
        .remove(['lockedBy', 'lockedUntil'])
        .where((row, { eq }) => eq(row.lockedBy, holder))
        .go()
        .catch((error: unknown) => {
          if (!isConditionFailure(error)) throw error
        })
    },
    /** Takes digests out, counts them out and frees the list, all in one transaction; false when the holder has lost the list. */
    async takeOut(list: ExclusionList, holder: string, held: readonly Held[]): Promise<boolean> {
      const kinds = { ...list.kinds }
      for (const { bucket, digests } of held) {
        const kept = kinds[bucket.shelf.kind]
        if (kept) kinds[bucket.shelf.kind] = { ...kept, count: kept.count - digests.length }
      }
      const buckets = held.map(({ bucket, digests }) => ({
        Update: {
          TableName: table.name,
          Key: keyOf(bucket),
          UpdateExpression: 'DELETE h :h',
          ExpressionAttributeValues: { ':h': new Set(digests) },
        },
      }))
      const row = {
        TableName: table.name,
        Key: listKey(list),
        UpdateExpression: 'SET kinds = :kinds, revision = revision + :one REMOVE lockedBy, lockedUntil',
        ConditionExpression: 'lockedBy = :holder AND epoch = :epoch',
        ExpressionAttributeValues: { ':kinds': kinds, ':one': 1, ':holder': holder, ':epoch': list.epoch },
      }
      return (await transact(table, [...buckets, { Update: row }])) === undefined
    },
  }
}
