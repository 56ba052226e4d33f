// One record of a list, taken out by hand. It holds the list meanwhile as an import does, so that what either of them planned
// against the list stays true.
import { Entity } from 'electrodb'
import { isOpen, type Upload } from '#shared/model/upload.ts'
import { isConditionFailure, unlessRefused } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { transact } from '../wallet/items.ts'
import { type Bucket, keyOf } from './buckets.ts'
import { type ExclusionList, List, type ListRef, listKey, listSchema } from './list.ts'
import { uploadSchema } from './upload.ts'

/** Digests that a bucket of a list holds. */
export type Held = { bucket: Bucket; digests: Uint8Array[] }

/** How who takes an entry off names itself to whom looks at who has a list; no upload has such an id. */
export const HOLDER = 'entry#'

/** It falls silent after that: nobody holds a list longer while somebody waits. */
export const HOLD_MS = 60_000

/** Whether the import that has a list may still go on: one with a plan keeps it until it ends, one without for a while. */
export const isImporting = (
  upload: (Pick<Upload, 'status'> & { plan?: unknown }) | null | undefined,
  { lockedUntil = 0 }: Pick<ExclusionList, 'lockedUntil'>,
  now: number,
): boolean => upload != null && isOpen(upload) && (upload.plan != null || lockedUntil > now)

export function exclusionEntries(table: Table) {
  const lists = new Entity(listSchema, electro(table))
  const uploads = new Entity(uploadSchema, electro(table))

  async function take(ref: ListRef, holder: string, now: number, until: number, lapsed: string | undefined) {
    try {
      const { data } = await lists
        .patch(ref)
        .set({ lockedBy: holder, lockedUntil: until })
        .add({ revision: 1 })
        // An import keeps its list until it ends; only a removal that fell silent is passed over.
        .where(({ lockedBy, lockedUntil, filesBy, filesUntil }, { notExists, begins, eq, lt }) => {
          const isSilent = `(${begins(lockedBy, HOLDER)} AND ${lt(lockedUntil, now)})`
          const isFree = [notExists(lockedBy), eq(lockedBy, holder), isSilent]
          if (lapsed) isFree.push(eq(lockedBy, lapsed))
          return `(${isFree.join(' OR ')}) AND (${notExists(filesBy)} OR ${lt(filesUntil, now)})`
        })
        .go({ response: 'all_new' })
      return List.parse(data)
    } catch (error) {
      if (isConditionFailure(error)) return undefined
      throw error
    }
  }

  /** The import that has a list and will do nothing with it any more, if that is so. */
  async function findLapsed(ref: ListRef, now: number): Promise<string | undefined> {
    const { data } = await lists.get(ref).go({ consistent: true })
    const list = data && List.parse(data)
    if (!list?.lockedBy || list.lockedBy.startsWith(HOLDER)) return undefined
    const { data: upload } = await uploads.get({ companyId: ref.companyId, id: list.lockedBy }).go({ consistent: true })
    return isImporting(upload, list, now) ? undefined : list.lockedBy
  }

  return {
    /**
     * Takes the list for a moment; undefined while an import or another holder has it, or its files are written anew, or when nothing
     * was ever on it. Who has it already keeps it.
     */
    async hold(ref: ListRef, holder: string, now: number, until: number): Promise<ExclusionList | undefined> {
      const held = await take(ref, holder, now, until, undefined)
      if (held) return held
      const lapsed = await findLapsed(ref, now)
      return lapsed === undefined ? undefined : take(ref, holder, now, until, lapsed)
    },
    /**
     * Takes the files of a list alone, to write them anew. Imports are not asked: each writes files of its own, before anything of them
     * counts. False while an entry is taken off, another one has the files, or when nothing was ever on the list.
     */
    holdFiles: (ref: ListRef, holder: string, now: number, until: number): Promise<boolean> =>
      lists
        .patch(ref)
        .set({ filesBy: holder, filesUntil: until })
        .add({ revision: 1 })
        .where(({ lockedBy, lockedUntil, filesBy, filesUntil }, { notExists, begins, eq, lt }) => {
          const isTakenOff = `(${begins(lockedBy, HOLDER)} AND NOT ${lt(lockedUntil, now)})`
          const isFree = [notExists(filesBy), eq(filesBy, holder), lt(filesUntil, now)].join(' OR ')
          return `(${notExists(lockedBy)} OR NOT ${isTakenOff}) AND (${isFree})`
        })
        .go()
        .then(() => true, unlessRefused),
    async letGoFiles(ref: ListRef, holder: string): Promise<void> {
      await lists
        .patch(ref)
        .remove(['filesBy', 'filesUntil'])
        .where((row, { eq }) => eq(row.filesBy, holder))
        .go()
        .catch(unlessRefused)
    },
    /** Gives the list back as it is. */
    async letGo(ref: ListRef, holder: string): Promise<void> {
      await lists
        .patch(ref)
        .remove(['lockedBy', 'lockedUntil'])
        .where((row, { eq }) => eq(row.lockedBy, holder))
        .go()
        .catch(unlessRefused)
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
