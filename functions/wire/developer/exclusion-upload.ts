import type { Output } from '#shared/contracts/index.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { ExclusionBatch } from '#shared/model/exclusion-batch.ts'

export const toExclusionUpload = (batch: ExclusionBatch): Output<'developer.getExclusionUpload'> => ({
  id: batch.id,
  client_id: batch.companyId,
  campaign_id: batch.scope === COMPANY_SCOPE ? null : batch.scope,
  filename: batch.fileName,
  status: batch.status,
  records: batch.pieces === null ? null : batch.records,
  added: batch.accepted,
  known: batch.duplicates,
  rejected: batch.rejected,
  reason: batch.reason,
  created_at: new Date(batch.createdAt).toISOString(),
})
