import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { CONFIRM_ENRICHMENT_MS, costCents, type Enrichment } from '#shared/model/enrichment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { beginEnrichment, findWay } from '../../domain/enrichment/money.ts'
import { handle } from '../../kit/handle.ts'
import { toEnrichmentJob } from '../../wire/enrichment/job.ts'

const NOT_WAITING = 'This file is not waiting to be confirmed.'

export default handle(contracts.enrichment.confirm, async ({ input, company, db, queues, now, tell, report }) => {
  const ref = { companyId: company.id, id: input.enrichmentID }
  const row = await db.enrichment.find(ref)
  if (!row) throw notFound('file')
  const mostCents = costCents(row.accepted, row.priceCentiCents)
  // Asked twice, it was begun by the first.
  const isBegun = (each: Enrichment | undefined) => each?.status === 'running' || each?.status === 'charging'
  let begun: Enrichment | undefined = isBegun(row) ? row : undefined
  if (!begun) {
    if (row.status !== 'ready' || row.updatedAt + CONFIRM_ENRICHMENT_MS <= now()) throw conflict(NOT_WAITING)
    if (mostCents !== input.most_cents) throw conflict('The price is another one by now. Please look at it again.')
    const way = await findWay(db, company)
    if (way.by === undefined) throw conflict(way.why)
    const after = (await beginEnrichment({ db, now }, row, way.by)) ?? (await db.enrichment.find(ref))
    if (!after || !isBegun(after)) throw conflict(NOT_WAITING)
    begun = after
    tell({
      description: `Confirmed a data enrichment of ${company.name} for at most $${toDollars(cents(mostCents))}`,
      after: { file: row.fileName, enrichment: row.id, records: row.accepted, most: toDollars(cents(mostCents)) },
    })
  }
  // Once confirmed it will be done: what the queue does not take now, the timetable sends.
  await queues
    .send('enrich', { companyId: company.id, enrichmentId: row.id })
    .catch((error: unknown) => report('An enrichment was confirmed and is sent later.', error))
  return { job: toEnrichmentJob(begun, false, now()) }
})
