// How an import of clients is told: to lists, to its preview and to the person who confirms it.
import type * as z from 'zod'
import type { ImportJob } from '#shared/contracts/companies/files.ts'
import { DAY } from '#shared/dates.ts'
import { type ClientImport, waitingInvitations } from '#shared/model/client-import.ts'

export function toImportJob(row: ClientImport): z.input<typeof ImportJob> {
  const share = row.totalRows === 0 ? 0 : Math.floor((100 * row.currentRow) / row.totalRows)
  const waiting = waitingInvitations(row)
  return {
    id: row.id,
    filename: row.fileName,
    status: row.status,
    percentage: row.status === 'done' ? 100 : share,
    current_row: row.currentRow,
    total_row: row.totalRows,
    accepted: row.accepted,
    duplicates: row.duplicates,
    rejected: row.rejected,
    reason: row.reason,
    confirm_until: row.confirmUntil === null ? null : new Date(row.confirmUntil).toISOString(),
    invitations_wait: waiting,
    invitations_from: waiting > 0 ? new Date((Math.floor(row.updatedAt / DAY) + 1) * DAY).toISOString() : null,
    created_at: new Date(row.createdAt).toISOString(),
  }
}
