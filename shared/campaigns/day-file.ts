// The leads of a day as a file by mail: who has it, and when it leaves.
import { addDays, atHour, dayIn } from '../dates.ts'
import type { Campaign } from '../model/campaign.ts'

/** Reports leave at this hour of the reader's morning: of the campaign's zone, or of the company's. */
export const MAIL_HOUR = 7

/** The instant (ms) at which the file of a day is mailed: the morning after it. */
export const dayFileInstant = (timeZone: string, day: string): number => atHour(timeZone, addDays(day, 1), MAIL_HOUR)

/** The last day whose file is due at an instant (ms). */
export function lastDayFile(timeZone: string, at: number): string {
  const yesterday = addDays(dayIn(timeZone, at), -1)
  return dayFileInstant(timeZone, yesterday) <= at ? yesterday : addDays(yesterday, -1)
}

/** Whether somebody is to get the leads of each day of a campaign, as things are now. A removed campaign still has its last one. */
export const mailsDays = ({ reportType, reportTo }: Pick<Campaign, 'reportType' | 'reportTo'>): boolean =>
  reportType === 'CSV' && reportTo.length > 0
