import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { areRefusedRowsKept } from '#shared/retention.ts'
import { rejectedKey } from '../../domain/exclusions/keys.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.exclusions.downloadRejected, async ({ input, company, campaign, db, files, now }) => {
  const scope = scopeOf(input.campaignType, campaign)
  const upload = await db.upload.find(company.id, input.jobId)
  const isThere = upload?.plan && upload.campaignType === scope && upload.rejected > 0
  if (!isThere || !upload.plan || !areRefusedRowsKept(upload.createdAt, now())) throw notFound('file')
  const filename = `${upload.fileName.replace(/\.csv$/, '')}-rejected.csv`
  return { url: await files.downloadUrl(rejectedKey(upload, upload.plan.id), filename), filename }
})
