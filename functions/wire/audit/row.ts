// Lines of the audit log as the wire names them.
import { type LogEntry, SAID_BY_SCREEN } from '#shared/audit-log.ts'
import { toCsvLine } from '#shared/csv.ts'

const typeNames = { root: 'Enterprise', admin: 'Admin', client: 'Client' } as const

const isSaid = ({ after }: LogEntry) => after?.source === SAID_BY_SCREEN

/** The eight columns, in the order of the file. */
export const toLogRow = (entry: LogEntry) => ({
  name: entry.name,
  type_user: entry.isStranger ? 'Unknown' : typeNames[entry.userType],
  location: entry.location,
  user_ip: entry.ip,
  action: entry.action,
  // Anybody who reads it must be able to tell what the server did from what a browser says of itself.
  description: isSaid(entry) ? `${entry.description} (said by the screen)` : entry.description,
  company_name: entry.companyName,
  create_date: new Date(entry.at).toISOString(),
})

const columns = [
  ...(['name', 'type_user', 'location', 'user_ip', 'action', 'description', 'company_name', 'create_date'] as const),
]
const OLDER = 'Older entries are not in this file. Choose fewer days to get them.'

/** The log as a file. `isCut`: there may be more, which its last line says. */
export function logCsv(entries: readonly LogEntry[], isCut: boolean): string {
  const lines = entries.map(toLogRow).map((row) => columns.map((name) => row[name]))
  const last = isCut ? [columns.map((name) => (name === 'description' ? OLDER : ''))] : []
  return [[...columns], ...lines, ...last].map((cells) => toCsvLine(cells)).join('')
}

/** The same with what was before and after, field by field. */
export function toLogEntryRow(entry: LogEntry) {
  if (isSaid(entry)) return toLogRow(entry)
  const [before, after] = [entry.before ?? {}, entry.after ?? {}]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changes = fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
  return { ...toLogRow(entry), ...(changes.length > 0 && { changes }) }
}
