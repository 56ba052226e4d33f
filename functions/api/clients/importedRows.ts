import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { leftOverKey } from '../../domain/client-import.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.clients.importedRows, async ({ input, company, db, files }) => {
  const row = await db.clientImport.find(company.id, input.importID)
  if (row?.status !== 'done' || row.duplicates + row.rejected === 0) throw notFound('file')
  const filename = `${row.fileName.replace(/\.csv$/, '')}-not-added.csv`
  return { url: await files.downloadUrl(leftOverKey({ companyId: company.id, importId: row.id }), filename), filename }
})
