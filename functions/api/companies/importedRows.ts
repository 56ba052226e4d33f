import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { areRefusedRowsKept } from '#shared/retention.ts'
import { leftOverKey, refOfImport } from '../../domain/companies/import-files.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.importedRows, async ({ input, company, db, files, now }) => {
  const row = await db.clientImport.find({ companyId: company.id, id: input.importID })
  const isThere = row && row.duplicates + row.rejected > 0 && (row.status === 'done' || row.status === 'checked')
  if (!isThere || !row.contentHash || !areRefusedRowsKept(row.createdAt, now())) throw notFound('file')
  const filename = `${row.fileName.replace(/\.csv$/, '')}-not-added.csv`
  return { url: await files.downloadUrl(leftOverKey(refOfImport(row), row.contentHash), filename), filename }
})
