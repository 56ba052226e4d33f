// When a campaign may take leads: days of its own zone, as instants.
import { addDays, dayIn, startOfDay } from '../dates.ts'
import type { Campaign } from '../model/campaign.ts'

type Dated = Pick<Campaign, 'startOn' | 'endOn' | 'timeZone'>

/** The instants (ms) between which leads are taken: from `opensAt` up to, but without, `closesAt`; 0 where there is no such bound. */
export function windowOf({ startOn, endOn, timeZone }: Dated): { opensAt: number; closesAt: number } {
  return {
    opensAt: startOn ? startOfDay(timeZone, startOn) : 0,
    closesAt: endOn ? startOfDay(timeZone, addDays(endOn, 1)) : 0,
  }
}

/** Whether the last day of a campaign is over in its own zone. */
export const isOver = ({ endOn, timeZone }: Pick<Dated, 'endOn' | 'timeZone'>, now: number): boolean =>
  endOn !== '' && dayIn(timeZone, now) > endOn

/** Whether a running campaign waits for its first day: shown as scheduled, it takes no leads yet. */
export const isScheduled = (campaign: Pick<Campaign, 'status' | 'startOn' | 'timeZone'>, now: number): boolean =>
  campaign.status === 'active' && campaign.startOn !== '' && dayIn(campaign.timeZone, now) < campaign.startOn
