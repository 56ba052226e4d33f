// A long exclusion file of a program: cut into pieces of as many records as people's files may have, which go into the list one after
// the other by the road of every file. So no worker holds more than a piece, others are not kept waiting, and no matter what stops a
// worker, the next one goes on where the row says.
import { isHeader, MAX_UPLOAD_ROWS } from '#shared/csv.ts'
import { ulidOf } from '#shared/ids.ts'
import { isExpired, isOpenToPrograms } from '#shared/model/api-key.ts'
import { type ExclusionBatch, isBatchOpen, MAX_BATCH_BYTES, MAX_BATCH_RECORDS } from '#shared/model/exclusion-batch.ts'
import { isOpen, type Upload } from '#shared/model/upload.ts'
import { RefusedFile, readLines, toCells, tooLarge } from '../lib/csv-lines.ts'
import type { ImportServices } from './import.ts'
import { incomingKey, pieceId, pieceKey, piecesFolder, type UploadRef } from './keys.ts'
import { newUpload } from './new-upload.ts'

const CSV = 'text/csv'
const KEY_OVER = 'The key that asked for this upload ended before its file was read.'

/** Whether a message of the importer speaks of a long file. */
export const isBatchRef = ({ uploadId }: UploadRef): boolean => uploadId.startsWith('xba_')

const refOf = ({ companyId, id }: ExclusionBatch): UploadRef => ({ companyId, uploadId: id })

type Kept = { files: Pick<ImportServices['files'], 'list' | 'remove'> }

/** Pieces are looked for, not counted: one that was refused or failed while it was cut has some, and says of none. */
async function forget({ files }: Kept, batch: ExclusionBatch): Promise<void> {
  const ref = refOf(batch)
  await files.remove([incomingKey(ref), ...(await files.list(piecesFolder(ref)))])
}

/** What was cut for nothing, because the file was cancelled meanwhile: another worker that cut it too goes on with the same pieces. */
async function forgetCut({ db, files }: Kept & Pick<ImportServices, 'db'>, batch: ExclusionBatch) {
  const current = await db.exclusionBatch.find(batch)
  if (current && current.pieces === null) await forget({ files }, batch)
}

/** Names of the columns are no record. */
function isNames(line: string): boolean {
  const cells = toCells(line)
  return Array.isArray(cells) && isHeader(cells)
}

/** Nothing between its separators: the importer takes no notice of it. */
const blank = /^[\s,;]*$/

/** Writes the file as pieces. Done twice it writes the same. */
async function cut({ db, files }: ImportServices, batch: ExclusionBatch): Promise<string> {
  const ref = refOf(batch)
  const object = await files.read(incomingKey(ref))
  if (!object) throw new RefusedFile('The file never arrived.')
  if (object.bytes > MAX_BATCH_BYTES) {
    object.body.destroy()
    throw new RefusedFile(tooLarge(MAX_BATCH_BYTES))
  }
  let [piece, records] = [0, 0]
  let held: string[] = []
  let isFirst = true
  const write = async () => {
    await files.put(pieceKey(ref, piece), held.join('\n'), CSV)
    piece++
    held = []
  }
  for await (const lines of readLines(object.body, MAX_BATCH_BYTES))
    for (const line of lines) {
      if (blank.test(line)) continue
      const isHead = isFirst && isNames(line)
      isFirst = false
      if (isHead) continue
      held.push(line)
      records++
      if (records > MAX_BATCH_RECORDS)
        throw new RefusedFile(`The file holds more than ${MAX_BATCH_RECORDS.toLocaleString('en-US')} records.`)
      if (held.length === MAX_UPLOAD_ROWS) await write()
    }
  if (held.length > 0) await write()
  if (records === 0) throw new RefusedFile('The file holds no records.')
  if (!(await db.exclusionBatch.cut(batch, piece, records))) await forgetCut({ db, files }, batch)
  return `cut into ${piece} pieces`
}

/** A form outlives the key that asked for it: who still has it then sends nothing into the list any more. */
async function isKeyOver({ db, now }: ImportServices, batch: ExclusionBatch): Promise<boolean> {
  const { companyId, requestedBy: id, keyVersion } = batch
  if (keyVersion === undefined) return false
  const agencyId = (await db.company.findFresh(companyId))?.parentId ?? ''
  const [agency, key] = await Promise.all([db.company.findFresh(agencyId), db.apiKey.find({ companyId: agencyId, id })])
  return !agency || !isOpenToPrograms(agency) || !key || key.version !== keyVersion || isExpired(key, now())
}

/** Asks for the import of a piece: its row, then its file, whose arrival begins it. */
async function submit({ db, files, now }: ImportServices, batch: ExclusionBatch): Promise<void> {
  const { companyId, scope, fileName, epoch, requestedBy, next, pieces } = batch
  const id = pieceId(batch.id, next)
  const object = await files.read(pieceKey(refOf(batch), next))
  if (!object) throw new Error(`The piece ${next} of ${batch.id} is gone.`)
  const part = pieces === 1 ? fileName : `${fileName} (part ${next + 1} of ${pieces})`
  const begun = { id, companyId, campaignType: scope, fileName: part, epoch, requestedBy, createdAt: now() }
  const parts: Uint8Array[] = []
  for await (const bytes of object.body) parts.push(bytes)
  if (!(await db.upload.find(companyId, id))) await db.upload.create(newUpload({ ...begun, batchId: batch.id }))
  await files.put(incomingKey({ companyId, uploadId: id }), Buffer.concat(parts), CSV)
}

/** What a piece that has ended brought. One without a single good record was refused, and harms no other. */
const countsOf = ({ status, accepted, duplicates, rejected }: Upload) =>
  status === 'done' || rejected > 0 ? { accepted, duplicates, rejected } : undefined

/** Before it ends: a worker that crashes in between does both again. What is told is what it says by then. */
const tellEnd = ({ db, now }: ImportServices, { companyId, scope, id: uploadId }: ExclusionBatch) =>
  db.happening.add({
    companyId,
    campaignId: scope,
    id: `evt_${ulidOf(uploadId)}`,
    at: now(),
    happening: { type: 'exclusion_upload.finished', uploadId },
  })

async function end(
  services: ImportServices,
  batch: ExclusionBatch,
  how: 'done' | 'purged' | 'cancelled',
): Promise<string> {
  await tellEnd(services, batch)
  await services.db.exclusionBatch.end(batch, how)
  await forget(services, batch)
  return how
}

/** Ends a file that cannot be finished. Pieces that went into the list stay there, as its counts say. */
export async function failBatch(services: ImportServices, ref: UploadRef, reason: string): Promise<string> {
  const batch = await services.db.exclusionBatch.find({ companyId: ref.companyId, id: ref.uploadId })
  if (!batch || !isBatchOpen(batch)) return 'closed already'
  await tellEnd(services, batch)
  await services.db.exclusionBatch.end(batch, 'failed', reason)
  await forget(services, batch)
  return 'failed'
}

/** No further part of it goes into the list. Undefined where it has ended. */
export async function cancelBatch(
  { db, queues }: Pick<ImportServices, 'db' | 'queues'>,
  batch: ExclusionBatch,
): Promise<ExclusionBatch | undefined> {
  if (!(await db.exclusionBatch.cancel(batch))) return undefined
  // Where a part is under way, its end goes on; where none is, this does.
  await queues.send('importExclusions', { companyId: batch.companyId, uploadId: batch.id })
  return { ...batch, status: 'cancelling' }
}

/** Does what comes next of a long file. Answers one sentence for the log; may be called any number of times. */
export async function advanceBatch(services: ImportServices, ref: UploadRef): Promise<string> {
  const { db } = services
  const find = () => db.exclusionBatch.find({ companyId: ref.companyId, id: ref.uploadId })
  let batch = await find()
  for (; batch && isBatchOpen(batch); batch = await find()) {
    if (batch.pieces === null) {
      if (batch.status === 'cancelling') return end(services, batch, 'cancelled')
      if (await isKeyOver(services, batch)) return failBatch(services, ref, KEY_OVER)
      try {
        await cut(services, batch)
      } catch (error) {
        if (error instanceof RefusedFile) return failBatch(services, ref, error.message)
        throw error
      }
      continue
    }
    if (batch.next >= batch.pieces) return end(services, batch, 'done')
    const upload = await db.upload.find(batch.companyId, pieceId(batch.id, batch.next))
    // A piece whose file was sent is finished, so that the counts are those of the list.
    if (batch.status === 'cancelling' && !upload) return end(services, batch, 'cancelled')
    if (!upload || upload.status === 'waiting') {
      await submit(services, batch)
      return `piece ${batch.next + 1} of ${batch.pieces} is on its way`
    }
    if (isOpen(upload)) return `waits for piece ${batch.next + 1} of ${batch.pieces}`
    if (upload.status === 'purged') return end(services, batch, 'purged')
    const counts = countsOf(upload)
    if (!counts) return failBatch(services, ref, upload.reason ?? 'A part of the file could not be read.')
    await db.exclusionBatch.count(batch, batch.next, counts)
  }
  // A worker that crashed right after it ended may have left some, and its form may have been used again.
  if (batch) await forget(services, batch)
  return 'closed already'
}
