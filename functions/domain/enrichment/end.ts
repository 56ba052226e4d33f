// The end of an enrichment that came to nothing: it is said why, and what was set aside goes back.
import { AppError } from '#shared/errors.ts'
import type { Enrichment } from '#shared/model/enrichment.ts'
import type { EnrichmentRef } from '../../data/enrichment/enrichment.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { incomingEnrichmentKey, rowsKey } from './files.ts'
import { releaseMoney } from './hold.ts'

type Books = { db: Db; now: () => number }

const LOST = 'The file could not be enriched. Nothing was charged. Please try again.'

export const COMPANY_REMOVED = 'The company was removed before this file was done. Nothing was charged.'

/** After the last try: one that was not charged yet ends, and what was set aside goes back. What is charged is tried again. */
export async function failEnrichment(deps: Books, ref: EnrichmentRef, reason = LOST): Promise<void> {
  const row = await deps.db.enrichment.find(ref)
  if (row?.status !== 'waiting' && row?.status !== 'running') return
  if (!(await deps.db.enrichment.save(row, { status: 'failed', reason }, deps.now()))) return
  await releaseMoney(deps, row)
  const { companyId, id, fileName: file } = row
  // Loaded when one fails: most do not.
  const { addNotice } = await import('../account/notice.ts')
  await addNotice(deps, { companyId, kind: 'enrichmentFailed', about: id, facts: { file, reason } })
}

/** Ends one that nobody confirmed. False when somebody did meanwhile. */
export async function endEnrichment(
  deps: Books & { files: Pick<Files, 'remove'> },
  row: Enrichment,
  reason: string,
): Promise<boolean> {
  if (row.status !== 'waiting' && row.status !== 'ready')
    throw new AppError('conflict', 'This file was confirmed or ended already.')
  if (!(await deps.db.enrichment.save(row, { status: 'ended', reason }, deps.now()))) return false
  await releaseMoney(deps, row)
  await deps.files.remove([incomingEnrichmentKey(row), ...(row.contentHash ? [rowsKey(row)] : [])])
  return true
}
