// Looks at an uploaded file of clients before anything of it is made: which rows would become clients, which are known
// already, and which are wrong. Somebody confirms it, or it ends by itself.
import { messages } from '#shared/messages.ts'
import { type ClientImport, CONFIRM_WITHIN_MS, type ImportCounts, isOpenImport } from '#shared/model/client-import.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { RefusedFile } from '../lib/csv-lines.ts'
import { findTaken } from '../tenancy/find-account.ts'
import { readClientFile } from './import-file.ts'
import {
  type CheckedFile,
  type ClientRow,
  forgetChecked,
  forgetImport,
  forgetRows,
  incomingImportKey,
  keepChecked,
  keepLeftOver,
  type LeftRow,
  refOfImport,
} from './import-files.ts'

type Deps = { db: Db; files: Pick<Files, 'read' | 'readText' | 'put' | 'remove'>; now: () => number }

export async function checkImport(deps: Deps, found: ClientImport): Promise<string> {
  const { db, files, now } = deps
  const object = await files.read(incomingImportKey(refOfImport(found)))
  if (!object) return 'dropped, the file is not there'
  try {
    return await check(deps, found, object.body)
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    await db.clientImport.close(found, 'failed', error.message, now())
    await forgetImport(files, found)
    return `refused: ${error.message}`
  }
}

async function splitKnown(db: Db, agency: Company, rows: readonly ClientRow[]) {
  const taken = await findTaken(
    db,
    agency,
    rows.map(({ email }) => email),
  )
  const known: LeftRow[] = rows
    .filter(({ email }) => taken.has(email))
    .map(({ row, cells }) => ({ row, cells, kind: 'duplicate', reason: messages.emailTaken }))
  return { known, fresh: rows.filter(({ email }) => !taken.has(email)) }
}

async function check({ db, files, now }: Deps, found: ClientImport, body: AsyncIterable<Uint8Array>) {
  const [ref, id] = [refOfImport(found), { companyId: found.companyId, id: found.id }]
  const { hash: contentHash, ...read } = await readClientFile(body)
  const agency = await db.company.findFresh(found.companyId)
  if (agency?.kind !== 'agency' || agency.deletedAt !== null) throw new RefusedFile('This agency has ended.')
  const { known, fresh } = await splitKnown(db, agency, read.rows)
  const file: CheckedFile = {
    columns: read.columns,
    rows: fresh,
    left: [...read.left, ...known].sort((a, b) => a.row - b.row),
  }
  const duplicates = file.left.filter(({ kind }) => kind === 'duplicate').length
  const counts: ImportCounts = {
    totalRows: fresh.length + file.left.length,
    accepted: fresh.length,
    duplicates,
    rejected: file.left.length - duplicates,
  }
  const said = `${counts.accepted} new, ${counts.duplicates} known, ${counts.rejected} rejected`
  await keepLeftOver(files, ref, contentHash, file)
  // Where nothing is new there is nothing to confirm.
  const isEmpty = fresh.length === 0
  if (!isEmpty) await keepChecked(files, ref, contentHash, file)
  const isFirst = isEmpty
    ? await db.clientImport.finish(id, 'waiting', { ...counts, contentHash }, now())
    : await db.clientImport.check(id, { contentHash, counts, confirmUntil: now() + CONFIRM_WITHIN_MS }, now())
  await forgetRows(files, found)
  if (isFirst) return `${isEmpty ? 'done' : 'checked'}, ${said}`
  // A twin of this worker may have been faster with the same file, which it needs.
  const other = await db.clientImport.find(id)
  if (other?.contentHash !== contentHash || !isOpenImport(other)) await forgetChecked(files, ref, contentHash)
  return 'left alone, it was checked already'
}
