// An upload as it begins: nothing is known of its file yet.
import type { Upload } from '#shared/model/upload.ts'

type Begun = Pick<
  Upload,
  'id' | 'companyId' | 'campaignType' | 'fileName' | 'epoch' | 'requestedBy' | 'createdAt' | 'batchId'
>

export const newUpload = (begun: Begun): Upload => ({
  ...begun,
  status: 'waiting',
  totalRows: 0,
  currentRow: 0,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  plan: null,
  resends: 0,
  reason: null,
  updatedAt: begun.createdAt,
})
