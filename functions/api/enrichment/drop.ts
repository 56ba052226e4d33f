import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { endEnrichment } from '../../domain/enrichment/end.ts'
import { handle } from '../../kit/handle.ts'

const DECIDED = 'Somebody decided against this file. Nothing was charged.'

export default handle(contracts.enrichment.drop, async ({ input, company, db, files, now, tell }) => {
  const row = await db.enrichment.find({ companyId: company.id, id: input.enrichmentID })
  if (!row) throw notFound('file')
  if (row.status !== 'ended') {
    if (!(await endEnrichment({ db, files, now }, row, DECIDED)))
      throw conflict('This file was confirmed or ended already.')
    tell({
      description: `Removed a file for data enrichment of ${company.name}`,
      after: { file: row.fileName, enrichment: row.id },
    })
  }
  return { result: 'success' as const, message: 'Nothing of this file was asked for.' }
})
