// When a person whom a campaign knows already may be a lead of it once more.
import { addDays, DAY, dayIn, startOfDay } from '../dates.ts'
import type { ReidentificationWindow } from '../model/campaign.ts'

const months = { '1 month': 1, '3 months': 3, '6 months': 6, '1 year': 12 } as const

/** The same day so many months earlier, or the last one of a shorter month. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10)
  const last = Number(addDays(new Date(Date.UTC(year, month - count, 1)).toISOString().slice(0, 10), -1).slice(8))
  return addDays(first, Math.min(date, last) - 1)
}

/**
 * The instant (ms) before which a person must have become a lead to be one anew; undefined where nobody ever is again. Weeks are
 * of 7 times 24 hours; months follow the calendar of the campaign's zone, from the beginning of the day.
 */
export function forgottenBefore(window: ReidentificationWindow, at: number, timeZone: string): number | undefined {
  if (window === 'never') return undefined
  if (window === '1 week') return at - 7 * DAY
  return startOfDay(timeZone, monthsBefore(dayIn(timeZone, at), months[window]))
}

/** Who is known already, by a mark: which lead the person is, and since when. */
export type PersonMark = { leadId: string; storedAt: number }

/**
 * `own`: one of the marks is that of this very lead, whose message came twice. `other`: the person may not be a lead again yet.
 * Somebody with several addresses may have several marks.
 */
export function judgeMarks(
  marks: readonly PersonMark[],
  lead: { id: string; visitedAt: number },
  before: number | undefined,
): 'own' | 'other' | null {
  if (marks.some(({ leadId }) => leadId === lead.id)) return 'own'
  // A visit from before the lead belongs to it, however late its message comes.
  const isForgotten = ({ storedAt }: PersonMark) => before !== undefined && storedAt < Math.min(before, lead.visitedAt)
  return marks.every(isForgotten) ? null : 'other'
}

/** The instant (ms) at which a lead was stored by its own mark. */
export const storedAtOf = (marks: readonly PersonMark[], leadId: string): number | undefined =>
  marks.find((mark) => mark.leadId === leadId)?.storedAt
