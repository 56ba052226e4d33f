import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { rejectedKey } from '../../domain/exclusions/keys.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.downloadRejected, async ({ input, company, campaign, db, files }) => {
  const scope = scopeOf(input.campaignType, campaign)
  const upload = await db.upload.find(company.id, input.jobId)
  if (!upload?.plan || upload.campaignType !== scope || upload.rejected === 0) throw notFound('file')
  const filename = `${upload.fileName.replace(/\.csv$/, '')}-rejected.csv`
  return { url: await files.downloadUrl(rejectedKey(upload, upload.plan.id), filename), filename }
})
