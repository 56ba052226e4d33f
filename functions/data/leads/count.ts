// How many leads a campaign has: one row for each of its days, and one for all of them. An agency has a few rows for each day,
// so that its report and its minimum spend need not ask every campaign.
import { createHash } from 'node:crypto'
import type { Entity } from 'electrodb'
import { key, model } from '../lib/table.ts'

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

/** Campaigns of an agency share this many rows of a day, so that their leads seldom meet at one. */
const SHARDS = 4
export const shardOf = (campaignId: string): string =>
  String((createHash('sha256').update(campaignId).digest()[0] ?? 0) % SHARDS)

/**
 * What all campaigns of an agency have, also those of clients that were deleted. Days are those of each campaign's zone, as
 * in its own rows, which the very transaction adds to that adds to these.
 */
export const agencyCountsSchema = {
  model: model('agencyCount'),
  attributes: {
    agencyId: text,
    day: text,
    shard: text,
    leads: { type: 'number', required: true },
    wholesaleCentiCents: { type: 'number', required: true },
    retailCentiCents: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#LEADDAYS'),
      sk: key('sk', ['day', 'shard'], '${day}#${shard}'),
    },
  },
} as const

export type Sums = { leads: number; wholesaleCentiCents: number; retailCentiCents: number }
export type DayCount = Sums & { day: string }
type Counts = Entity<string, string, string, typeof countsSchema>
type AgencyCounts = Entity<string, string, string, typeof agencyCountsSchema>

const MOST_TRIES = 5

export function readCounts(entity: Counts, agencies: AgencyCounts) {
  return {
    /** What all campaigns of an agency got in some days, both ends included. */
    async sumOfAgency(agencyId: string, from: string, to: string): Promise<Sums> {
      const { data } = await agencies.query
        .primary({ agencyId })
        .between({ day: from, shard: '0' }, { day: to, shard: String(SHARDS - 1) })
        .go({ pages: 'all' })
      const sum = (of: (row: Sums) => number) => data.reduce((total, row) => total + of(row), 0)
      return {
        leads: sum(({ leads }) => leads),
        wholesaleCentiCents: sum(({ wholesaleCentiCents }) => wholesaleCentiCents),
        retailCentiCents: sum(({ retailCentiCents }) => retailCentiCents),
      }
    },
    /** Days that have leads, from the newest to the oldest, both ends included. */
    async countByDay(campaign: { companyId: string; id: string }, from: string, to: string): Promise<DayCount[]> {
      const { data } = await entity.query
        .primary({ companyId: campaign.companyId, campaignId: campaign.id })
        .between({ day: from }, { day: to })
        .go({ order: 'desc', pages: 'all' })
      return data.map(({ day, leads, wholesaleCentiCents = 0, retailCentiCents = 0 }) => ({
        day,
        leads,
        wholesaleCentiCents,
        retailCentiCents,
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
