// Work in the background that failed lately, no matter who of the company began it.
import { DAY } from '#shared/dates.ts'
import { listFileAt } from '#shared/model/list-file.ts'
import { isOpen } from '#shared/model/upload.ts'
import { listFileName } from '../../companies/list-files.ts'
import type { Attention, Deps, Who } from './types.ts'

/** Of each kind. */
const LOOKED_AT = 5
const SPAN = 7 * DAY

export async function failedJobs({ db, now }: Deps, { company, may }: Who): Promise<Attention[]> {
  const at = now()
  const [uploads, files] = await Promise.all([
    may('exclusion:read', 'GET') ? db.upload.listRecent(company.id, LOOKED_AT) : [],
    may('agency:report', 'GET') ? db.listFile.listRecent(company.id, LOOKED_AT) : [],
  ])
  const failed = [
    ...uploads
      .filter((upload) => !isOpen(upload) && upload.status !== 'done')
      .map(({ fileName, reason, createdAt }) => ({
        kind: 'upload_failed' as const,
        name: fileName,
        reason,
        createdAt,
      })),
    ...files
      .map((file) => listFileAt(file, at))
      .filter(({ status }) => status === 'failed')
      .map((file) => ({
        kind: 'file_failed' as const,
        name: listFileName(file),
        reason: file.reason,
        createdAt: file.createdAt,
      })),
  ]
  return failed
    .filter(({ createdAt }) => createdAt > at - SPAN)
    .map(({ kind, name, reason, createdAt }) => ({ kind, name, reasons: reason ? [reason] : [], at: createdAt }))
}
