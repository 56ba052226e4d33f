import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { areFilesKept } from '#shared/model/enrichment.ts'
import { resultKey } from '../../domain/enrichment/files.ts'
import { isPaidSince } from '../../domain/enrichment/money.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.enrichment.result, async ({ input, company, db, files, now }) => {
  const row = await db.enrichment.find({ companyId: company.id, id: input.enrichmentID })
  if (row?.status !== 'done' || !areFilesKept(row, now())) throw notFound('file')
  if (!(await isPaidSince(db, row)))
    throw conflict('This file opens when it is paid. Pay it under Card Setting within 29 days after it was sent.')
  const filename = `${row.fileName.replace(/\.csv$/, '')}-enriched.csv`
  return { url: await files.downloadUrl(resultKey(row), filename), filename }
})
