// Writes what was planned into the buckets, several at once. Adding is a union, so doing it twice changes nothing.
import { hashKinds } from '#shared/csv.ts'
import type { ImportPlan } from '#shared/model/upload.ts'
import type { Bucket } from '../../data/exclusions/buckets.ts'
import { type ExclusionList, shelfOf } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'
import { type Digests, groupByBucket } from './plan.ts'

const IN_FLIGHT = 8

type Write = { bucket: Bucket; digests: Uint8Array[]; isNew: number }

/** Works on several items at once; after a failure nothing more is begun, and what was begun is waited for. */
async function inFlight<T>(items: AsyncGenerator<T>, work: (item: T) => Promise<void>): Promise<void> {
  let isStopped = false
  const one = async () => {
    try {
      while (!isStopped) {
        const { value, done } = await items.next()
        if (done) return
        await work(value)
      }
    } catch (error) {
      isStopped = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, one))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/** One write for each bucket. A kind that is spread anew takes the hashes it has along, bucket by bucket. */
async function* toWrites(db: Db, list: ExclusionList, plan: ImportPlan, digests: Digests): AsyncGenerator<Write> {
  for (const kind of hashKinds) {
    const target = plan.targets[kind]
    if (!target) continue
    const shelf = shelfOf(list, kind, target)
    const fresh = groupByBucket(digests[kind] ?? [], target.bits)
    const current = list.kinds[kind]
    if (current && current.generation !== target.generation) {
      const old = shelfOf(list, kind, current)
      const buckets = Array.from({ length: 2 ** current.bits }, (_, number) => ({ shelf: old, number }))
      for await (const { digests: held } of db.exclusion.read(buckets, true)) {
        for (const [number, moved] of groupByBucket(held, target.bits)) {
          const mine = fresh.get(number) ?? []
          fresh.delete(number)
          yield { bucket: { shelf, number }, digests: [...moved, ...mine], isNew: mine.length }
        }
      }
    }
    for (const [number, mine] of fresh) yield { bucket: { shelf, number }, digests: mine, isNew: mine.length }
  }
}

/** `onAdded` hears how many of the new records are in, as they go in. */
export async function addPlanned(
  db: Db,
  list: ExclusionList,
  plan: ImportPlan,
  digests: Digests,
  onAdded: (count: number) => Promise<void>,
): Promise<void> {
  let added = 0
  await inFlight(toWrites(db, list, plan, digests), async (write) => {
    await db.exclusion.add(write.bucket, write.digests)
    added += write.isNew
    await onAdded(added)
  })
}

/** Takes back what an import added to buckets that are in use; buckets of its own were never shown. */
export async function removePlanned(db: Db, list: ExclusionList, plan: ImportPlan, digests: Digests): Promise<void> {
  const isInUse = (kind: (typeof hashKinds)[number]) => plan.targets[kind]?.generation === list.kinds[kind]?.generation
  const targets = Object.fromEntries(hashKinds.filter(isInUse).map((kind) => [kind, plan.targets[kind]]))
  await inFlight(toWrites(db, list, { ...plan, targets }, digests), (write) =>
    db.exclusion.remove(write.bucket, write.digests),
  )
}
