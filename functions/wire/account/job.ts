// Uploads, imports and files of lists, told in one way: how far each is, and what became of it.
import type * as z from 'zod'
import type { Job } from '#shared/contracts/account/calls.ts'
import type { ClientImport } from '#shared/model/client-import.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { isMaking, type ListFile } from '#shared/model/list-file.ts'
import { isOpen, type Upload } from '#shared/model/upload.ts'

type WireJob = z.input<typeof Job>
type Rows = { id: string; totalRows: number; currentRow: number; reason: string | null; createdAt: number }

function common({ id, totalRows, currentRow, reason, createdAt }: Rows, status: WireJob['status']) {
  const share = totalRows === 0 ? 0 : Math.floor((100 * currentRow) / totalRows)
  return {
    id,
    status,
    percentage: status === 'done' ? 100 : share,
    current_row: currentRow,
    total_row: totalRows,
    reason,
    created_at: new Date(createdAt).toISOString(),
  }
}

const counted = ({ accepted, duplicates, rejected }: Pick<Upload, 'accepted' | 'duplicates' | 'rejected'>) => ({
  accepted,
  duplicates,
  rejected,
})

export function uploadJob(upload: Upload): WireJob {
  const status = isOpen(upload) ? 'running' : upload.status === 'done' ? 'done' : 'failed'
  const kind = upload.campaignType === COMPANY_SCOPE ? ('exclusions' as const) : ('campaignExclusions' as const)
  return { ...common(upload, status), ...counted(upload), kind, filename: upload.fileName }
}

const importStates: Record<Exclude<ClientImport['status'], 'ended'>, WireJob['status']> = {
  waiting: 'running',
  checked: 'ready',
  running: 'running',
  done: 'done',
  failed: 'failed',
}

/** None of a file that somebody decided against, or that nobody confirmed: that is no failure to be told of. */
export function importJob(row: ClientImport): WireJob[] {
  if (row.status === 'ended') return []
  return [{ ...common(row, importStates[row.status]), ...counted(row), kind: 'clients', filename: row.fileName }]
}

export function listFileJob(file: ListFile, filename: string): WireJob {
  const status = isMaking(file) ? 'running' : file.status === 'done' ? 'done' : 'failed'
  const none = { accepted: 0, duplicates: 0, rejected: 0 }
  return { ...common(file, status), ...none, kind: file.what, filename }
}
