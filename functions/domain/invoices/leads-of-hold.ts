// The leads that a Data Wallet paid out of one sum that was set aside.
import { MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Picking } from '../../data/leads/lead.ts'

/** Leads of one campaign in some time (ms) that are meant, the earliest first. */
export type Source = {
  campaign: Campaign
  span: { start: number; end: number }
  /** Sources of one group have so many leads together, and are looked at in their order until all are found. */
  group?: { expected: number }
} & Picking

export const AT_END = Number.MAX_SAFE_INTEGER

/** Where the leads are found that a Data Wallet paid out of one sum that was set aside at an instant (ms). */
export function leadsOfHold(campaign: Campaign, number: number, openedAt: number): Source {
  let over = AT_END
  return {
    campaign,
    span: { start: openedAt - MINUTE, end: AT_END },
    isPicked: ({ hold }) => hold === number,
    // There is one sum at a time. Once the next is in use, only clocks that differ put leads of this one behind it.
    isPast: ({ hold, createdAt }) => {
      if (hold !== undefined && hold > number) over = Math.min(over, createdAt + MINUTE)
      return createdAt > over
    },
  }
}
