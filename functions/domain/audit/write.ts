// Reading the audit log: what a filter asks for, as the engine can find it.

import { ALL, LOG_KEEP_MS, type LogEntry } from '#shared/audit-log.ts'
import { addDays, dayIn, daysIn, isDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

export type LogFilter = { action: string; userType: string; userId: string; campaignId: string; dateRange: string }

/** Rows that a page looks at. What lies further back is found by a narrower question. */
const MOST_READ = 20_000

const isAll = (text: string) => text === '' || text === 'all' || text === ALL

/** Days are those of the person who looks; both count. */
function spanOf(dateRange: string, timeZone: string, now: number): { from: number; to: number } {
  if (isAll(dateRange)) return { from: now - LOG_KEEP_MS, to: now + 1000 }
  const [start = '', end = ''] = dateRange.split(',')
  if (!isDay(start) || !isDay(end)) throw invalid({ logDateRange: 'Write two days as YYYY-MM-DD,YYYY-MM-DD.' })
  if (start > end) throw invalid({ logDateRange: 'The last day lies before the first.' })
  const tomorrow = addDays(dayIn(timeZone, now), 1)
  const last = [end, tomorrow].sort()[0] ?? end
  if (start > last) return { from: now, to: now }
  const days = daysIn(timeZone, start, last)
  return { from: days.start, to: days.end }
}

const fits = (entry: LogEntry, company: Company, filter: LogFilter) =>
  (company.kind !== 'client' || entry.companyId === company.id) &&
  (isAll(filter.action) || entry.action === filter.action) &&
  (isAll(filter.userType) || (!entry.isStranger && entry.userType === filter.userType)) &&
  (isAll(filter.campaignId) || entry.campaignId === filter.campaignId)

export type Asked = {
  company: Company
  filter: LogFilter
  timeZone: string
  now: number
  most: number
  /** Rows that are looked at, where it is no page. */
  mostRead?: number
}

/** The newest entries that fit, and whether there may be more than are counted. */
export async function findEntries(
  { auditLog }: Pick<Db, 'auditLog'>,
  { company, filter, timeZone, now, most, mostRead = MOST_READ }: Asked,
): Promise<{ found: LogEntry[]; isCut: boolean }> {
  const tenantId = company.kind === 'client' && company.parentId ? company.parentId : company.id
  const userId = isAll(filter.userId) ? undefined : filter.userId
  const found: LogEntry[] = []
  let read = 0
  for await (const entry of auditLog.list({ tenantId, userId, ...spanOf(filter.dateRange, timeZone, now) })) {
    if (fits(entry, company, filter)) found.push(entry)
    read++
    if (found.length >= most || read >= mostRead) return { found, isCut: true }
  }
  return { found, isCut: false }
}
