import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { toExclusionUpload } from '../../wire/developer/exclusion-upload.ts'

export default handle(contracts.developer.getExclusionUpload, async ({ db, input, company }) => {
  const batch = await db.exclusionBatch.find({ companyId: company.id, id: input.upload })
  if (!batch) throw notFound('upload')
  return toExclusionUpload(batch)
})
