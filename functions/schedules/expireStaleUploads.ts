// Nothing stands still for good: lost work is sent again, what never arrived, cannot finish or was never confirmed is ended
// with a reason, and what purges and spread-out lists left behind is removed once no worker can still be writing there.
import { HOUR, MINUTE } from '#shared/dates.ts'
import type { ClientImport } from '#shared/model/client-import.ts'
import type { Enrichment } from '#shared/model/enrichment.ts'
import type { ExclusionBatch } from '#shared/model/exclusion-batch.ts'
import type { Upload } from '#shared/model/upload.ts'
import { type ListRef, shelfOf } from '../data/exclusions/list.ts'
import { endImport, failImport } from '../domain/companies/import-end.ts'
import { incomingImportKey, refOfImport } from '../domain/companies/import-files.ts'
import { endEnrichment, failEnrichment } from '../domain/enrichment/end.ts'
import { incomingEnrichmentKey } from '../domain/enrichment/files.ts'
import { exportFolder, incomingKey, recordsFolder } from '../domain/exclusions/keys.ts'
import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { onSchedule, type ScheduleContext } from '../kit/schedule.ts'

const UNTOUCHED_MS = 10 * MINUTE
const ARRIVES_WITHIN_MS = HOUR
const BATCH_ARRIVES_WITHIN_MS = 3 * HOUR
const SWEEP_AFTER_MS = HOUR
/** As many uploads of a list as a purge looks at. */
const LOOKED_AT = 100
const MAX_RESENDS = 3
/** All deliveries of the last message that was sent lie within this: until then it may still be worked on. */
const LAST_TRY_MS = 30 * MINUTE
const AT_ONCE = 200
/** Of the time of a run, so much goes to each kind of file; what is left has its turn in the next. */
const LOOK_MS = 12_000
type End = 'sent' | 'failed' | 'left'

const NEVER_ARRIVED = 'The file never arrived.'

async function takeInHand(context: ScheduleContext, upload: Upload): Promise<End> {
  const { at, now, db, files, queues } = context
  const ref = { companyId: upload.companyId, uploadId: upload.id }
  if (upload.status === 'waiting' && !(await files.exists(incomingKey(ref)))) {
    if (upload.createdAt > at - ARRIVES_WITHIN_MS) return 'left'
    // Refused when it arrived and was taken in hand since it was read.
    return (await db.upload.closeAsRead(upload, NEVER_ARRIVED, now())) ? 'failed' : 'left'
  }
  if (upload.resends >= MAX_RESENDS) {
    if (upload.updatedAt > at - LAST_TRY_MS) return 'left'
    const { failUpload } = await import('../domain/exclusions/import.ts')
    await failUpload(context, ref, 'The file could not be read to its end. Please try again.')
    return 'failed'
  }
  if (!(await db.upload.resend(upload, now()))) return 'left'
  await queues.send('importExclusions', ref)
  return 'sent'
}

/** A long file of a program whose own file is awaited: one that never came ends, and its webhook is told; work that was lost is sent again. */
async function takeBatch(context: ScheduleContext, batch: ExclusionBatch): Promise<End> {
  const { at, now, db, files, queues } = context
  const ref = { companyId: batch.companyId, uploadId: batch.id }
  if (!(await files.exists(incomingKey(ref)))) {
    // Its form is good for an hour, and what was begun with it then may take a while.
    if (batch.createdAt > at - BATCH_ARRIVES_WITHIN_MS) return 'left'
    // Seldom: a run need not load it to find nothing.
    const { failBatch } = await import('../domain/exclusions/batch.ts')
    return (await failBatch(context, ref, NEVER_ARRIVED)) === 'failed' ? 'failed' : 'left'
  }
  if (!(await db.exclusionBatch.look(batch, now()))) return 'left'
  await queues.send('importExclusions', ref)
  return 'sent'
}

/** A file of clients: its work is sent again, and one that nobody confirmed in time ends. */
async function takeImport(context: ScheduleContext, found: ClientImport): Promise<End> {
  const { at, now, db, files, queues } = context
  const ref = refOfImport(found)
  if (found.status === 'checked')
    return (await endImport(context, found, 'Nobody confirmed this file within 24 hours. Nothing was added.'))
      ? 'failed'
      : 'left'
  if (found.status === 'waiting' && !(await files.exists(incomingImportKey(ref)))) {
    if (found.createdAt > at - ARRIVES_WITHIN_MS) return 'left'
    // Refused when it arrived and was taken in hand since it was read.
    return (await db.clientImport.close(found, 'failed', NEVER_ARRIVED, now())) ? 'failed' : 'left'
  }
  // Its clients are made, and the day for more invitations has come.
  const isMade = found.status === 'done'
  if (!isMade && found.resends >= MAX_RESENDS && found.updatedAt > at - LAST_TRY_MS) return 'left'
  if (!isMade && found.resends >= MAX_RESENDS) return (await failImport(context, ref)) ? 'failed' : 'left'
  if (!(await db.clientImport.resend(found, now()))) return 'left'
  await queues.send('importClients', ref)
  return 'sent'
}

/** A file of addresses: its work is sent again, and one that nobody confirmed or paid in time ends. */
async function takeEnrichment(context: ScheduleContext, found: Enrichment): Promise<End> {
  const { at, now, db, files, queues } = context
  if (found.status === 'ready')
    return (await endEnrichment(context, found, 'Nobody confirmed this file within 24 hours. Nothing was charged.'))
      ? 'failed'
      : 'left'
  if (found.status === 'waiting' && !(await files.exists(incomingEnrichmentKey(found)))) {
    if (found.createdAt > at - ARRIVES_WITHIN_MS) return 'left'
    return (await db.enrichment.save(found, { status: 'failed', reason: NEVER_ARRIVED }, now())) ? 'failed' : 'left'
  }
  // What is being charged, or owed, is never given up: nobody knows yet whether it is paid.
  const isFree = found.status === 'waiting' || found.status === 'running'
  const isGivenUp = isFree && found.resends >= MAX_RESENDS
  if (isGivenUp && found.updatedAt > at - LAST_TRY_MS) return 'left'
  if (isGivenUp) {
    await failEnrichment(context, found)
    return 'failed'
  }
  if (!(await db.enrichment.save(found, { resends: found.resends + 1 }, now()))) return 'left'
  await queues.send('enrich', { companyId: found.companyId, enrichmentId: found.id })
  return 'sent'
}

/** Removes what nobody reads any more. Safe to stop at any point: what is not forgotten is removed again. */
async function sweepList({ at, db, files }: ScheduleContext, { companyId, scope }: ListRef): Promise<void> {
  const list = await db.exclusion.get(companyId, scope)
  const old = list.garbage.filter((entry) => entry.at < at - SWEEP_AFTER_MS)
  for (const { epoch, shelves, isPurged } of old) {
    for (const { kind, ...layout } of shelves) await db.exclusion.drop(shelfOf({ ...list, epoch }, kind, layout))
    if (!isPurged) continue
    await files.remove(await files.list(recordsFolder(list, epoch)))
    await files.remove(await files.list(`${exportFolder(list)}${epoch}-`))
    // One that waited for another file was closed, and nobody calls its worker, which removes what was sent, any more.
    const closed = (await db.upload.listRecent(companyId, LOOKED_AT, scope)).filter(({ status }) => status === 'purged')
    await files.remove(closed.map(({ id: uploadId }) => incomingKey({ companyId, uploadId })))
  }
  await db.exclusion.forgetLeftovers(list, old)
}

type Page<Row> = { rows: Row[]; cursor: string | null }

/**
 * Forms that were asked for and whose file is still to come stand before others that need help: they are looked through to the end.
 * Answers how many it saw.
 */
async function lookThrough<Row>(
  read: (after: string | null) => Promise<Page<Row>>,
  help: (row: Row) => Promise<void>,
): Promise<number> {
  const until = performance.now() + LOOK_MS
  let looked = 0
  let after: string | null = null
  do {
    const { rows, cursor }: Page<Row> = await read(after)
    await mapConcurrent(rows, help)
    looked += rows.length
    after = cursor
  } while (after !== null && performance.now() < until)
  return looked
}

export const handler = onSchedule('expireStaleUploads', async (context) => {
  const { at, db } = context
  const count = { sent: 0, failed: 0, left: 0 }
  const errors: unknown[] = []
  // One that cannot be helped must not keep the others from help.
  const help = (take: () => Promise<End>) =>
    take().then(
      (end) => void count[end]++,
      (error) => void errors.push(error),
    )
  const imports = await lookThrough(
    (after) => db.clientImport.listDue(at, AT_ONCE, after),
    (found) => help(() => takeImport(context, found)),
  )
  const enrichments = await lookThrough(
    (after) => db.enrichment.listDue(at, AT_ONCE, after),
    (found) => help(() => takeEnrichment(context, found)),
  )
  const batches = await lookThrough(
    (after) =>
      db.exclusionBatch
        .listAwaited(at - UNTOUCHED_MS, AT_ONCE, after)
        .then(({ batches: rows, cursor }) => ({ rows, cursor })),
    (batch) => help(() => takeBatch(context, batch)),
  )
  const uploads = await lookThrough(
    (after) =>
      db.upload
        .listUntouched(at - UNTOUCHED_MS, AT_ONCE, after)
        .then(({ uploads: rows, cursor }) => ({ rows, cursor })),
    (upload) => help(() => takeInHand(context, upload)),
  )
  const lists = await db.exclusion.listLeftovers(at - SWEEP_AFTER_MS, AT_ONCE)
  for (const list of lists) await sweepList(context, list).catch((error: unknown) => void errors.push(error))
  const looked = imports + enrichments + batches + uploads + lists.length
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${looked} files and lists could not be taken in hand.`)
  return `${count.sent} sent again, ${count.failed} failed, ${count.left} left waiting, ${lists.length} lists swept`
})
