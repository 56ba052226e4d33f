import { contracts } from '#shared/contracts/index.ts'
import { exportFolder, recordsKey } from '../../domain/exclusions/keys.ts'
import { joinRecords } from '../../domain/exclusions/records.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

const FILE_NAME = 'exclusion-list.csv'

export default handle(contracts.exclusions.download, async ({ input, company, campaign, db, files }) => {
  const ref = { companyId: company.id, scope: scopeOf(input.campaignType, campaign) }
  const { epoch, revision } = await db.exclusion.get(ref.companyId, ref.scope)
  // Made once for each state of the list.
  const target = `${exportFolder(ref)}${epoch}-${revision}.csv`
  if (!(await files.exists(target))) {
    const uploads = await db.upload.listImported(ref.companyId, ref.scope, epoch)
    const parts = uploads.flatMap((upload) => (upload.plan ? [recordsKey(upload, upload.plan.id)] : []))
    await joinRecords(files, parts, target)
  }
  return { url: await files.downloadUrl(target, FILE_NAME), filename: FILE_NAME }
})
