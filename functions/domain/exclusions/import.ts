// One upload on its way into an exclusion list: plan, add, finish. The plan is kept before the first hash is written,
// so no matter what stops a worker, the next one does exactly the rest, and what was counted stays true.
import { toCsvLine } from '#shared/csv.ts'
import { MINUTE } from '#shared/dates.ts'
import type { IdKind } from '#shared/ids.ts'
import { isOpen, type Upload } from '#shared/model/upload.ts'
import type { ExclusionList } from '../../data/exclusions/list.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { RefusedFile, type RejectedRow, tooLarge } from '../lib/csv-lines.ts'
import { addPlanned, removePlanned } from './add.ts'
import { addressesIn } from './addresses.ts'
import { readExclusionFile, uploadLimits } from './file.ts'
import { incomingKey, mayHaveNames, recordsKey, rejectedKey, type UploadRef } from './keys.ts'
import { type Digests, digestsOf, findNew, planTargets, toHashed, writeUnerased } from './plan.ts'
import { findRecords } from './records.ts'
import { scrubRejected } from './scrub.ts'

export type ImportServices = {
  db: Db
  files: Pick<Files, 'list' | 'read' | 'put' | 'remove'>
  queues: Queues
  now: () => number
  newId: (kind: IdKind) => string
}

/** No worker runs longer than this, so one that has no plan by then is gone. */
const WORKER_MS = 3 * MINUTE
/** How soon an upload begins anew that changed under its worker, or whose list is held for a moment. */
const AGAIN_SECONDS = 5
/** More than wait for one list at once; what stands still beyond that is found by the timetable. */
const LOOKED_AT = 50
const STEPS_SHOWN = 8
const PURGED = 'The list was emptied after this upload was asked for.'

const refOf = (upload: Upload): UploadRef => ({ companyId: upload.companyId, uploadId: upload.id })

/** Brings an upload into its list, or ends it with a reason. Answers one sentence for the log; may be called any number of times. */
export async function importUpload(services: ImportServices, ref: UploadRef): Promise<string> {
  const { db, now } = services
  const found = await db.upload.find(ref.companyId, ref.uploadId)
  if (!found) return 'dropped, no upload of this id is known'
  if (!isOpen(found)) return leave(services, found)
  const lock = () => db.exclusion.lock(found, now(), now() + WORKER_MS)
  let list = await lock()
  if (list === 'busy') {
    // Who frees the list calls those that are written down as waiting, and may have looked a moment before.
    await db.upload.mark(ref.companyId, ref.uploadId, 'queued', now())
    list = await lock()
  }
  if (list === 'purged') return purged(services, found)
  if (list === 'busy') return 'waits for another import of this list'
  if (list === 'held') {
    await services.queues.send('importExclusions', ref, { delaySeconds: AGAIN_SECONDS })
    return 'begins anew, an entry is being taken off this list'
  }
  if (!(await db.upload.mark(ref.companyId, ref.uploadId, 'running', now()))) return leave(services, found)
  if (found.plan) return add(services, found, list, await readPlanned(services, found))
  let planned: Planned | undefined
  try {
    planned = await plan(services, found, list)
  } catch (error) {
    if (error instanceof RefusedFile) return refuse(services, found, list, error)
    throw error
  }
  return planned ? add(services, planned.upload, list, planned.digests) : again(services, found)
}

/** Ends an upload that cannot be finished. What it added is taken back, so that a list holds what its uploads say. */
export async function failUpload(services: ImportServices, ref: UploadRef, reason: string): Promise<string> {
  const { db, now } = services
  const upload = await db.upload.find(ref.companyId, ref.uploadId)
  if (!upload || !isOpen(upload)) return 'closed already'
  const list = await db.exclusion.get(upload.companyId, upload.campaignType)
  if (list.epoch !== upload.epoch) return purged(services, upload)
  if (list.lockedBy === upload.id) {
    const added = await findRecords(services.files, upload)
    if (upload.plan && added) await removePlanned(db, list, upload.plan, added)
    await db.exclusion.fail(upload, list, reason, now())
  } else await db.upload.close(upload.companyId, upload.id, 'failed', reason, now())
  await wakeNext(services, upload)
  await removeIncoming(services, upload)
  return 'failed'
}

type Planned = { upload: Upload; digests: Digests }

async function plan(services: ImportServices, upload: Upload, list: ExclusionList): Promise<Planned | undefined> {
  const { db, files, now, newId } = services
  const object = await files.read(incomingKey(refOf(upload)))
  if (!object) throw new RefusedFile('The file never arrived.')
  if (object.bytes > uploadLimits.maxBytes) {
    object.body.destroy()
    throw new RefusedFile(tooLarge(uploadLimits.maxBytes))
  }
  const { accepted, rejected } = await readExclusionFile(object.body, uploadLimits, mayHaveNames(upload))
  const fresh = await findNew(db, list, toHashed(accepted))
  const digests = digestsOf(fresh)
  const decided = { id: newId('entry'), ...planTargets(list, digests) }
  const plain = fresh.flatMap(({ record }) => (record.kind === 'email' ? [record.value] : []))
  if (fresh.length > 0)
    await writeUnerased(db, list.companyId, plain, async (isErased) => {
      // A hash keeps them listed as well.
      const textOf = ({ record, digest, text }: (typeof fresh)[number]) =>
        record.kind === 'email' && isErased(record.value) ? digest.toString('hex') : text
      await files.put(recordsKey(upload, decided.id), fresh.map((row) => toCsvLine([textOf(row)])).join(''), 'text/csv')
    })
  await keepRejected(services, upload, decided.id, rejected)
  const duplicates = accepted.length - fresh.length
  const counts = {
    totalRows: accepted.length + rejected.length,
    currentRow: duplicates + rejected.length,
    accepted: fresh.length,
    duplicates,
    rejected: rejected.length,
  }
  if (await db.exclusion.pin(upload, list, decided, counts, now())) {
    return { upload: { ...upload, ...counts, plan: decided, status: 'running' }, digests }
  }
  // Another worker on the same upload was first: its plan counts, and nobody reads this one's files.
  await files.remove([recordsKey(upload, decided.id), rejectedKey(upload, decided.id)])
  const other = await db.upload.find(upload.companyId, upload.id)
  return other?.plan && isOpen(other) ? { upload: other, digests: await readPlanned(services, other) } : undefined
}

async function add(services: ImportServices, upload: Upload, list: ExclusionList, digests: Digests): Promise<string> {
  const { db, now } = services
  if (!upload.plan) throw new Error('An upload is added only after it was planned.')
  let shown = 0
  await addPlanned(db, list, upload.plan, digests, async (added) => {
    if (added - shown < upload.accepted / STEPS_SHOWN) return
    shown = added
    await db.upload.advance(upload.companyId, upload.id, upload.totalRows - upload.accepted + added, now())
  })
  if (!(await db.exclusion.finish(upload, list, upload.plan, now()))) return again(services, upload)
  await tellUploaded(services, upload)
  await creditLate(services, upload)
  await wakeNext(services, upload)
  await removeIncoming(services, upload)
  return `done, ${upload.accepted} new, ${upload.duplicates} known, ${upload.rejected} rejected`
}

async function readPlanned(services: ImportServices, upload: Upload): Promise<Digests> {
  const digests = await findRecords(services.files, upload)
  if (!digests) throw new Error(`The records of upload ${upload.id} are gone.`)
  return digests
}

async function keepRejected(
  { db, files }: ImportServices,
  upload: Upload,
  planId: string,
  rows: readonly RejectedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const named = rows.flatMap(({ text }) => addressesIn(text))
  await writeUnerased(db, upload.companyId, named, async (isErased) => {
    const lines = rows.map(({ row, reason, text }) => toCsvLine([String(row), reason, scrubRejected(text, isErased)]))
    await files.put(rejectedKey(upload, planId), toCsvLine(['row', 'reason', 'text']) + lines.join(''), 'text/csv')
  })
}

async function refuse(
  services: ImportServices,
  upload: Upload,
  list: ExclusionList,
  { message, rejected }: RefusedFile,
): Promise<string> {
  const { db, now, newId } = services
  const id = newId('entry')
  await keepRejected(services, upload, id, rejected)
  const count = rejected.length
  const more =
    count > 0 ? { plan: { id, targets: {}, added: {} }, totalRows: count, currentRow: count, rejected: count } : {}
  if (!(await db.exclusion.fail(upload, list, message, now(), more))) return again(services, upload)
  await tellRefused(services, upload, message)
  await wakeNext(services, upload)
  await removeIncoming(services, upload)
  return `refused: ${message}`
}

/** Says what became of an upload that changed under this worker. */
async function again(services: ImportServices, upload: Upload): Promise<string> {
  const { db } = services
  const now = await db.upload.find(upload.companyId, upload.id)
  if (!now || !isOpen(now)) return leave(services, now ?? upload)
  const list = await db.exclusion.get(upload.companyId, upload.campaignType)
  if (list.epoch !== upload.epoch) return purged(services, upload)
  // Waiting in the queue is not a failed delivery, so it costs no try.
  await services.queues.send('importExclusions', refOf(upload), { delaySeconds: AGAIN_SECONDS })
  return 'begins anew, it changed meanwhile'
}

/**
 * The list is free: calls the one that waits longest for it. Nothing else does, so that no two workers take one file; every
 * way in which an upload ends leads here, also when its message comes once more.
 */
async function wakeNext(
  { db, queues }: ImportServices,
  { companyId, campaignType, id, batchId }: Upload,
): Promise<void> {
  // The next piece of a long file is asked for by the one before it.
  if (batchId !== undefined) await queues.send('importExclusions', { companyId, uploadId: batchId })
  const others = (await db.upload.listRecent(companyId, LOOKED_AT, campaignType)).filter((other) => other.id !== id)
  // One that lost the list before it had a plan still stands as running.
  const next =
    others.findLast(({ status }) => status === 'queued') ?? others.findLast(({ status }) => status === 'running')
  if (next) await queues.send('importExclusions', refOf(next))
}

async function purged(services: ImportServices, upload: Upload): Promise<string> {
  await services.db.upload.close(upload.companyId, upload.id, 'purged', PURGED, services.now())
  await wakeNext(services, upload)
  await removeIncoming(services, upload)
  return 'purged meanwhile'
}

/** Leads that were found while the list was on its way are stored by then. */
const CREDIT_SECONDS = 120

/** Has leads of the last day given back that the list came too late for. What is asked twice is credited once. */
const creditLate = async ({ queues }: ImportServices, upload: Upload): Promise<void> => {
  if (upload.accepted > 0) await queues.send('creditExcluded', refOf(upload), { delaySeconds: CREDIT_SECONDS })
}

/** Pieces of a long file of a program are told of by nobody: who sent it asks how far it is. */
async function tellUploaded({ db, now }: ImportServices, upload: Upload): Promise<void> {
  const { companyId, id, batchId, fileName: file, accepted, rejected } = upload
  if (batchId !== undefined) return
  await addNotice({ db, now }, { companyId, kind: 'exclusionsDone', about: id, facts: { file, accepted, rejected } })
}

async function tellRefused({ db, now }: ImportServices, upload: Upload, reason: string): Promise<void> {
  const { companyId, id, batchId, fileName: file } = upload
  if (batchId !== undefined) return
  await addNotice({ db, now }, { companyId, kind: 'exclusionsFailed', about: id, facts: { file, reason } })
}

async function leave(services: ImportServices, upload: Upload): Promise<string> {
  // A worker that crashed right after it was done may have asked for nothing.
  if (upload.status === 'done') {
    await tellUploaded(services, upload)
    await creditLate(services, upload)
  }
  if (upload.status === 'failed') await tellRefused(services, upload, upload.reason ?? '')
  await wakeNext(services, upload)
  await removeIncoming(services, upload)
  return 'closed already'
}

/** What a person sent is not kept once it was judged. */
const removeIncoming = ({ files }: ImportServices, upload: Upload) => files.remove([incomingKey(refOf(upload))])
