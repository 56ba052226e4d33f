import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toImportJob } from '../../wire/companies/import-job.ts'

const SHOWN = 10

export default handle(contracts.companies.imports, async ({ company, db }) => {
  const rows = await db.clientImport.listRecent(company.id, SHOWN)
  return { data: rows.map(toImportJob) }
})
