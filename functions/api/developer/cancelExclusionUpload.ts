import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { cancelBatch } from '../../domain/exclusions/batch.ts'
import { handle } from '../../kit/handle.ts'
import { toExclusionUpload } from '../../wire/developer/exclusion-upload.ts'

export default handle(contracts.developer.cancelExclusionUpload, async ({ db, queues, input, company, tell }) => {
  const batch = await db.exclusionBatch.find({ companyId: company.id, id: input.upload })
  if (!batch) throw notFound('upload')
  // Asked again, nothing changes.
  if (batch.status === 'cancelled') return toExclusionUpload(batch)
  const cancelled = await cancelBatch({ db, queues }, batch)
  if (!cancelled) throw conflict('This upload has ended.')
  tell({
    description: `Cancelled a file for the exclusion list of ${company.name}`,
    after: { file: batch.fileName, upload: batch.id },
  })
  return toExclusionUpload(cancelled)
})
