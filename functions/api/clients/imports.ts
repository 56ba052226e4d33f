import type * as z from 'zod'
import type { ImportJob } from '#shared/contracts/client-files.ts'
import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import type { ClientImport } from '#shared/model/client-import.ts'
import { handle } from '../../kit/handle.ts'

const SHOWN = 10
/** A form works for ten minutes: what has not arrived well after that never will. */
const NEVER_MS = 15 * MINUTE

function toJob(row: ClientImport, now: number): z.input<typeof ImportJob> {
  const isLost = row.status === 'waiting' && now - row.createdAt > NEVER_MS
  const share = row.totalRows === 0 ? 0 : Math.floor((100 * row.currentRow) / row.totalRows)
  return {
    id: row.id,
    filename: row.fileName,
    status: isLost ? 'failed' : row.status,
    percentage: row.status === 'done' ? 100 : share,
    current_row: row.currentRow,
    total_row: row.totalRows,
    accepted: row.accepted,
    duplicates: row.duplicates,
    rejected: row.rejected,
    reason: isLost ? 'The file never arrived.' : row.reason,
    created_at: new Date(row.createdAt).toISOString(),
  }
}

export default handle(contracts.clients.imports, async ({ company, db, now }) => {
  const rows = await db.clientImport.listRecent(company.id, SHOWN)
  return { data: rows.map((row) => toJob(row, now())) }
})
