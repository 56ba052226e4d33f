// The steps of one import on its list. Each is one conditional write, so a retry or a second worker changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import type { ImportPlan, Upload } from '#shared/model/upload.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { HOLDER, isImporting } from './entry.ts'
import { type ExclusionList, exclusionLists, isSame, List, listSchema, shelvesOf, withGarbage } from './list.ts'
import { uploadSchema } from './upload.ts'

type Counts = Pick<Upload, 'totalRows' | 'currentRow' | 'accepted' | 'duplicates' | 'rejected'>
type Transaction = { go: () => Promise<{ canceled: boolean; data: readonly { code: string }[] }> }

export function exclusionImports(table: Table) {
  const { get } = exclusionLists(table)
  const lists = new Entity(listSchema, electro(table))
  const uploads = new Entity(uploadSchema, electro(table))
  const both = new Service({ upload: uploads, list: lists })
  const key = ({ companyId, campaignType }: Upload) => ({ companyId, scope: campaignType })

  /** True when all of it happened, false when a condition did not hold. Two that only met are tried again. */
  async function transact(transaction: Transaction): Promise<boolean> {
    for (let round = 0; round < 6; round++) {
      const { canceled, data } = await transaction.go()
      if (!canceled) return true
      if (data.some((part) => part.code === 'ConditionalCheckFailed')) return false
      await sleep(20 * 2 ** round)
    }
    throw new Error('A transaction on an exclusion list met others too often.')
  }

  async function tryLock(
    upload: Upload,
    until: number,
    lapsed: string | undefined,
  ): Promise<ExclusionList | undefined> {
    try {
      const { data } = await lists
        .upsert(key(upload))
        .set({ lockedBy: upload.id, lockedUntil: until, epoch: upload.epoch })
        .add({ revision: 1 })
        .where(({ epoch, lockedBy }, { eq, notExists }) => {
          const isEpoch = upload.epoch === 0 ? `(${notExists(epoch)} OR ${eq(epoch, 0)})` : eq(epoch, upload.epoch)
          const isFree = [notExists(lockedBy), eq(lockedBy, upload.id), ...(lapsed ? [eq(lockedBy, lapsed)] : [])].join(
            ' OR ',
          )
          return `${isEpoch} AND (${isFree})`
        })
        .go({ response: 'all_new' })
      return List.parse(data)
    } catch (error) {
      if (isConditionFailure(error)) return undefined
      throw error
    }
  }

  return {
    /**
     * Takes the list for one import. It stays taken until that import ends, so that what was planned against the list
     * stays true; only a worker that fell silent before it had a plan loses it, after `until`. `held`: an entry is taken off at this
     * moment, by somebody who calls nobody afterwards.
     */
    async lock(upload: Upload, now: number, until: number): Promise<ExclusionList | 'busy' | 'held' | 'purged'> {
      let lapsed: string | undefined
      for (let round = 0; round < 3; round++) {
        const taken = await tryLock(upload, until, lapsed)
        if (taken) return taken
        const list = await get(upload.companyId, upload.campaignType)
        if (list.epoch !== upload.epoch) return 'purged'
        if (!list.lockedBy) continue
        if (list.lockedBy.startsWith(HOLDER) && (list.lockedUntil ?? 0) > now) return 'held'
        const { data: holder } = await uploads
          .get({ companyId: upload.companyId, id: list.lockedBy })
          .go({ consistent: true })
        if (isImporting(holder, list, now)) return 'busy'
        lapsed = list.lockedBy
      }
      return 'busy'
    },
    /** Settles what an import will do; false when another worker did so first, or the list was purged. */
    async pin(upload: Upload, list: ExclusionList, plan: ImportPlan, counts: Counts, now: number): Promise<boolean> {
      const generation = Math.max(list.generation, ...shelvesOf(plan.targets).map((shelf) => shelf.generation))
      return transact(
        both.transaction.write(({ upload: uploadRow, list: listRow }) => [
          uploadRow
            .patch({ companyId: upload.companyId, id: upload.id })
            .set({ plan, ...counts, updatedAt: now })
            .where((item, { eq, notExists }) => `${eq(item.status, 'running')} AND ${notExists(item.plan)}`)
            .commit(),
          listRow
            .patch(key(upload))
            .set({ pending: plan.targets, generation })
            .add({ revision: 1 })
            .where((item, { eq }) => `${eq(item.lockedBy, upload.id)} AND ${eq(item.epoch, upload.epoch)}`)
            .commit(),
        ]),
      )
    },
    /** Shows what an import added, all of it at once, and frees the list. */
    async finish(upload: Upload, list: ExclusionList, plan: ImportPlan, now: number): Promise<boolean> {
      const kinds = { ...list.kinds }
      for (const { kind, ...layout } of shelvesOf(plan.targets)) {
        kinds[kind] = { ...layout, count: (list.kinds[kind]?.count ?? 0) + (plan.added[kind] ?? 0) }
      }
      const left = shelvesOf(list.kinds).filter((shelf) => !isSame(shelf, kinds[shelf.kind]))
      return transact(
        both.transaction.write(({ upload: uploadRow, list: listRow }) => [
          uploadRow
            .patch({ companyId: upload.companyId, id: upload.id })
            .set({ status: 'done', currentRow: upload.totalRows, updatedAt: now })
            .remove(['openAs', 'openAt'])
            .where((item, { eq }) => eq(item.status, 'running'))
            .commit(),
          listRow
            .patch(key(upload))
            .set({
              kinds,
              ...(shelvesOf(plan.targets).length > 0 && { changedAt: now }),
              ...withGarbage(list, { at: now, epoch: list.epoch, isPurged: false, shelves: left }),
            })
            .add({ revision: 1 })
            .remove(['lockedBy', 'lockedUntil', 'pending'])
            .where((item, { eq }) => `${eq(item.lockedBy, upload.id)} AND ${eq(item.epoch, upload.epoch)}`)
            .commit(),
        ]),
      )
    },
    /** Ends an import without its records and frees the list. What it wrote into shelves of its own is left to be swept. */
    async fail(
      upload: Upload,
      list: ExclusionList,
      reason: string,
      now: number,
      more: Partial<Counts & { plan: ImportPlan }> = {},
    ): Promise<boolean> {
      const left = shelvesOf(list.pending).filter((shelf) => !isSame(shelf, list.kinds[shelf.kind]))
      return transact(
        both.transaction.write(({ upload: uploadRow, list: listRow }) => [
          uploadRow
            .patch({ companyId: upload.companyId, id: upload.id })
            .set({ ...more, status: 'failed', reason, updatedAt: now })
            .remove(['openAs', 'openAt'])
            .where((item, { exists }) => exists(item.openAs))
            .commit(),
          listRow
            .patch(key(upload))
            .set(withGarbage(list, { at: now, epoch: list.epoch, isPurged: false, shelves: left }))
            .add({ revision: 1 })
            .remove(['lockedBy', 'lockedUntil', 'pending'])
            .where((item, { eq }) => `${eq(item.lockedBy, upload.id)} AND ${eq(item.epoch, upload.epoch)}`)
            .commit(),
        ]),
      )
    },
  }
}
