// How an import of clients ends without its clients.
import type { ClientImport } from '#shared/model/client-import.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { forgetImport, type ImportRef } from './import-files.ts'

type Deps = { db: Db; files: Pick<Files, 'remove'>; now: () => number }

/** Ends an import whose work failed for good, or was lost. One that waits for somebody's decision is left to them. */
export async function failImport({ db, files, now }: Deps, ref: ImportRef) {
  const found = await db.clientImport.find({ companyId: ref.companyId, id: ref.importId })
  if (found?.status !== 'waiting' && found?.status !== 'running') return false
  const reason =
    found.status === 'waiting'
      ? 'The file could not be read to its end. Please try again.'
      : 'The file could not be worked on to its end. What became a client stays; upload it again for the rest.'
  if (!(await db.clientImport.close(found, 'failed', reason, now()))) return false
  const { companyId, id, fileName: file } = found
  // Loaded when one fails: most do not.
  const { addNotice } = await import('../account/notice.ts')
  await addNotice({ db, now }, { companyId, kind: 'clientsNotImported', about: id, facts: { file, reason } })
  await forgetImport(files, found)
  return true
}

/** Ends an import that nobody confirmed, or that somebody decided against. False when it was confirmed meanwhile. */
export async function endImport({ db, files, now }: Deps, found: ClientImport, reason: string): Promise<boolean> {
  if (!(await db.clientImport.close(found, 'ended', reason, now()))) return false
  await forgetImport(files, found)
  return true
}
