import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { areFilesKept } from '#shared/model/enrichment.ts'
import { rejectedRowsKey } from '../../domain/enrichment/files.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.enrichment.rejected, async ({ input, company, db, files, now }) => {
  const row = await db.enrichment.find({ companyId: company.id, id: input.enrichmentID })
  if (!row?.contentHash || row.rejected + row.duplicates === 0 || !areFilesKept(row, now())) throw notFound('file')
  const filename = `${row.fileName.replace(/\.csv$/, '')}-rejected.csv`
  return { url: await files.downloadUrl(rejectedRowsKey(row), filename), filename }
})
