import type { EnrichmentJob } from '#shared/contracts/enrichment/calls.ts'
import { DAY } from '#shared/dates.ts'
import {
  areFilesKept,
  costCents,
  ENRICH_PAGE,
  ENRICHMENT_KEPT_DAYS,
  type Enrichment,
  shownStatusOf,
} from '#shared/model/enrichment.ts'

export function toEnrichmentJob(row: Enrichment, isPaid: boolean, now: number): EnrichmentJob {
  const status = shownStatusOf(row, isPaid)
  const asked = Math.min(row.accepted, row.page * ENRICH_PAGE)
  const isThere = areFilesKept(row, now)
  const share = row.accepted === 0 ? 0 : Math.floor((100 * asked) / row.accepted)
  return {
    id: row.id,
    filename: row.fileName,
    status,
    percentage: row.status === 'done' ? 100 : share,
    current_row: asked,
    total_row: row.totalRows,
    accepted: row.accepted,
    duplicates: row.duplicates,
    rejected: row.rejected,
    reason: row.reason,
    created_at: new Date(row.createdAt).toISOString(),
    information: row.information.map(({ name }) => name),
    price_centi_cents: row.priceCentiCents,
    most_cents: costCents(row.accepted, row.priceCentiCents),
    matched: row.matched,
    amount_cents: row.amountCents + row.carriedCents,
    is_waiting_sum: row.isTooSmall && row.carriedBy === '',
    pays_by: row.paysBy,
    has_result: status === 'done' && isThere,
    has_rejected: row.rejected + row.duplicates > 0 && isThere,
    expires_at: new Date(row.createdAt + ENRICHMENT_KEPT_DAYS * DAY).toISOString(),
  }
}
