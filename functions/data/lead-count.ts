// How many leads a campaign has: one row for each of its days, and one for all of them.
import type { Entity } from 'electrodb'
import { key, model } from './table.ts'

const text = { type: 'string', required: true } as const

/**
 * @NOTE A day is one of the campaign's time zone at the moment of storing, so a campaign that has leads must keep its
 * zone, or its rows must be counted anew.
 */
export const countsSchema = {
  model: model('leadCount'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** `YYYY-MM-DD`; `MONTH#YYYY-MM` and `TOTAL`, which sort behind every day. */
    day: text,
    leads: { type: 'number', required: true },
    /** What these leads were bought for, in hundredths of a cent. */
    wholesaleCentiCents: { type: 'number' },
    /** What they were sold for, likewise. */
    retailCentiCents: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CNT#${campaignId}'),
      sk: key('sk', ['day'], '${day}'),
    },
  },
} as const

export type DayCount = { day: string; leads: number; wholesaleCentiCents: number; retailCentiCents: number }
type Counts = Entity<string, string, string, typeof countsSchema>

const MOST_TRIES = 5

export function readCounts(entity: Counts) {
  return {
    /** Days that have leads, from the newest to the oldest, both ends included. */
    async countByDay(campaign: { companyId: string; id: string }, from: string, to: string): Promise<DayCount[]> {
      const { data } = await entity.query
        .primary({ companyId: campaign.companyId, campaignId: campaign.id })
        .between({ day: from }, { day: to })
        .go({ order: 'desc', pages: 'all' })
      return data.map(({ day, leads, wholesaleCentiCents = 0, retailCentiCents = 0 }) => ({
        ...{ day, leads, wholesaleCentiCents, retailCentiCents },
      }))
    },
    /** What all leads of a campaign were bought for, in hundredths of a cent. */
    async wholesaleOf(campaign: { companyId: string; id: string }): Promise<number> {
      const { companyId, id: campaignId } = campaign
      const { data } = await entity.get({ companyId, campaignId, day: 'TOTAL' }).go({ consistent: true })
      return data?.wholesaleCentiCents ?? 0
    },
    /** All leads of each campaign, by its id, in one request for up to a hundred of them. */
    async countAll(companyId: string, campaignIds: readonly string[]): Promise<Map<string, number>> {
      const totals = new Map(campaignIds.map((id) => [id, 0]))
      let wanted = campaignIds.map((campaignId) => ({ companyId, campaignId, day: 'TOTAL' }))
      for (let tries = 0; wanted.length > 0; tries++) {
        if (tries === MOST_TRIES) throw new Error('The table did not answer for all campaigns.')
        const { data, unprocessed } = await entity.get(wanted).go()
        for (const { campaignId, leads } of data) totals.set(campaignId, leads)
        wanted = unprocessed
      }
      return totals
    },
  }
}
