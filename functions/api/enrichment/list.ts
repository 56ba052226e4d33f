import { contracts } from '#shared/contracts/index.ts'
import { MOST_LISTED } from '#shared/model/enrichment.ts'
import { isPaidSince } from '../../domain/enrichment/money.ts'
import { handle } from '../../kit/handle.ts'
import { toEnrichmentJob } from '../../wire/enrichment/job.ts'

export default handle(contracts.enrichment.list, async ({ db, company, now }) => {
  const rows = await db.enrichment.listRecent(company.id, MOST_LISTED)
  return { data: await Promise.all(rows.map(async (row) => toEnrichmentJob(row, await isPaidSince(db, row), now()))) }
})
