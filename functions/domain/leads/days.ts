// Days that reports of leads are asked for: both are included, in the zone of the campaign.
import { addDays, countDays, isDay, startOfDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'

const MOST_DAYS = 366

export function checkDays(startDate: string, endDate: string): void {
  if (!isDay(startDate)) throw invalid({ startDate: 'This day does not exist.' })
  if (!isDay(endDate)) throw invalid({ endDate: 'This day does not exist.' })
  const days = countDays(startDate, endDate)
  if (days < 1) throw invalid({ endDate: 'The last day lies before the first.' })
  if (days > MOST_DAYS) throw invalid({ endDate: `Choose at most ${MOST_DAYS} days.` })
}

export const spanOf = ({ timeZone }: Pick<Campaign, 'timeZone'>, { from, to }: { from: string; to: string }) => ({
  start: startOfDay(timeZone, from),
  end: startOfDay(timeZone, addDays(to, 1)),
})
