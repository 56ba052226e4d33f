import { contracts } from '#shared/contracts/index.ts'
import { cleanFileName, MAX_UPLOAD_BYTES, refuseFile } from '#shared/csv.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { AppError, invalid, tooMany } from '#shared/errors.ts'
import { countOf } from '../../data/exclusions/list.ts'
import { incomingKey } from '../../domain/exclusions/keys.ts'
import { newUpload } from '../../domain/exclusions/new-upload.ts'
import { ownerOf, scopeOf } from '../../domain/exclusions/scope.ts'
import { countForm } from '../../domain/lib/count-forms.ts'
import { handle } from '../../kit/handle.ts'

const CONTENT_TYPE = 'text/csv'
const FORM_MS = 10 * MINUTE
/** Forms of a company whose file is still to come: one that asks for no end of them must not keep others waiting. */
const MOST_AWAITED = 100
/** A form travels in base64, a third larger, and a function is given 6 MB: a larger one is refused before it, without a sentence. */
const MOST_IN_FORM = 4 * 1024 * 1024
const result = 'success' as const

function checkFile(name: string | undefined, bytes: number | undefined): string {
  if (name === undefined) throw invalid({ filename: 'Name the file that you want to upload.' })
  const problem = refuseFile({ name, ...(bytes !== undefined && { bytes }) })
  if (problem && bytes !== undefined && bytes > MAX_UPLOAD_BYTES) throw new AppError('too_large', problem)
  if (problem) throw invalid({ filename: problem })
  if (bytes !== undefined && bytes > MOST_IN_FORM)
    throw new AppError(
      'too_large',
      'Here a file has at most 4 MB. Ask for an upload by JSON: its form takes up to 5 MB.',
    )
  return cleanFileName(name)
}

export default handle(
  contracts.exclusions.upload,
  async ({ input, company, campaign, actor, db, files, now, newId, tell }) => {
    const scope = scopeOf(input.campaigntype, campaign)
    const { file } = input
    const fileName = checkFile(file?.name ?? input.filename, file?.bytes.length)
    const id = newId('upload')
    const key = incomingKey({ companyId: company.id, uploadId: id })
    const requestedBy = actor.viewing?.userId ?? actor.userId
    const [list] = await Promise.all([
      db.exclusion.get(company.id, scope),
      countForm({ db, now }, 'exclusion', { companyId: company.id, userId: requestedBy }),
    ])
    const upload = newUpload({
      id,
      companyId: company.id,
      campaignType: scope,
      fileName,
      epoch: list.epoch,
      requestedBy,
      createdAt: now(),
    })
    if (!(await db.upload.announce(upload, { most: MOST_AWAITED, forMs: HOUR })))
      throw tooMany('Many files were announced that have not arrived. Please try again in an hour.', HOUR / 1000)
    tell({
      description: `Sent a file for the exclusion list of ${ownerOf(company, campaign)}`,
      ...(campaign && { campaignId: campaign.id }),
      before: { records: countOf(list) },
      after: { file: fileName, upload: id },
    })
    if (!file) {
      const limits = { maxBytes: MAX_UPLOAD_BYTES, contentType: CONTENT_TYPE, expiresSeconds: FORM_MS / 1000 }
      const form = await files.uploadForm(key, limits)
      return { result, message: 'Send the file with this form.', jobID: id, ...form }
    }
    await files.put(key, file.bytes, CONTENT_TYPE)
    await db.upload.mark(company.id, id, 'queued', now())
    return { result, message: 'Your Suppression file has been Submitted, Thank you!', jobID: id }
  },
)
