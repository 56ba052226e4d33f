import type * as z from 'zod'
import type { ExclusionJob } from '#shared/contracts/exclusions/calls.ts'
import { contracts } from '#shared/contracts/index.ts'
import { isOpen, type Upload } from '#shared/model/upload.ts'
import { countOf } from '../../data/exclusions/list.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

const DONE_SHOWN = 10
/** Open ones and the latest that are done; more than a person has open at once. */
const LOOKED_AT = 30

function percentageOf(upload: Upload): number {
  if (upload.status === 'done') return 100
  return upload.totalRows === 0 ? 0 : Math.floor((100 * upload.currentRow) / upload.totalRows)
}

const toJob = (upload: Upload): z.input<typeof ExclusionJob> => ({
  id: upload.id,
  filename: upload.fileName,
  status: upload.status,
  percentage: percentageOf(upload),
  current_row: upload.currentRow,
  total_row: upload.totalRows,
  accepted: upload.accepted,
  duplicates: upload.duplicates,
  rejected: upload.rejected,
  reason: upload.reason,
  created_at: new Date(upload.createdAt).toISOString(),
})

export default handle(contracts.exclusions.progress, async ({ input, company, campaign, db }) => {
  const scope = scopeOf(input.campaignType, campaign)
  // One after the other: what is shown as done is in the total.
  const uploads = await db.upload.listRecent(company.id, LOOKED_AT, scope)
  const list = await db.exclusion.get(company.id, scope)
  const open = uploads.filter(isOpen)
  const done = uploads.filter((upload) => !isOpen(upload)).slice(0, DONE_SHOWN)
  return { data: { jobProgress: open.map(toJob), jobDone: done.map(toJob), total: countOf(list) } }
})
