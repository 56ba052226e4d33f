// An agency's campaigns as its lists show them: lines by product, state and age, and the meters beside them.
import type { Meter } from '#shared/campaigns/meter.ts'
import { Campaign, type CampaignStatus } from '#shared/model/campaign.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { readAll } from '../lib/batch.ts'
import type { Table } from '../lib/table.ts'
import { toMeter } from './meter.ts'
import { campaignCountEntity, entryEntity, meterEntity } from './rows.ts'

/** What a list shows of a campaign without reading it. */
export type CampaignEntry = Pick<
  Campaign,
  | 'id'
  | 'agencyId'
  | 'companyId'
  | 'line'
  | 'status'
  | 'statusReason'
  | 'number'
  | 'name'
  | 'timeZone'
  | 'startOn'
  | 'endOn'
  | 'groupId'
  | 'term'
  | 'monthlyCapCents'
  | 'createdAt'
> & { companyName: string }

export type CampaignCounts = Record<CampaignStatus, number>
const none: CampaignCounts = { active: 0, paused: 0, stopped: 0, archived: 0, removed: 0 }

type EntryRow = Record<string, unknown> & { campaignId: string; companyName: string }
const Shown = Campaign.pick({
  id: true,
  agencyId: true,
  companyId: true,
  line: true,
  status: true,
  statusReason: true,
  number: true,
  name: true,
  timeZone: true,
  startOn: true,
  endOn: true,
  groupId: true,
  term: true,
  monthlyCapCents: true,
  createdAt: true,
})
const toEntry = (row: EntryRow): CampaignEntry => ({
  ...Shown.parse({ ...row, id: row.campaignId }),
  companyName: row.companyName,
})

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

export function campaignLists(table: Table) {
  const entity = entryEntity(table)
  const counts = campaignCountEntity(table)
  const meters = meterEntity(table)

  return {
    /** A product's campaigns in one state, newest first, from the one after `after` on. */
    async some(
      { agencyId, line, status }: { agencyId: string; line: ProductLine; status: CampaignStatus },
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<CampaignEntry[]> {
      const ofState = entity.query.primary({ agencyId, line, status })
      // Both bounds belong to a range between, so the one that was shown last is read once more.
      const { data } = await (after === undefined
        ? ofState
        : ofState.between({ campaignId: '' }, { campaignId: after })
      ).go({ order: 'desc', limit: after === undefined ? limit : limit + 1, consistent: true })
      return data.map(toEntry).filter(({ id }) => id !== after)
    },
    /** All of an agency's, of one product or of each, in no order. */
    async all(agencyId: string, line?: ProductLine): Promise<CampaignEntry[]> {
      const { data } = await entity.query
        .primary(line ? { agencyId, line } : { agencyId })
        .go({ pages: 'all', consistent: true })
      return data.map(toEntry)
    },
    /** How many there are by product and state. */
    async counts(agencyId: string): Promise<Map<ProductLine, CampaignCounts>> {
      const { data } = await counts.query.primary({ agencyId }).go({ pages: 'all' })
      return new Map(
        data.map(({ line, active, paused, stopped, archived, removed }) => [
          line,
          {
            ...none,
            active: number(active),
            paused: number(paused),
            stopped: number(stopped),
            archived: number(archived),
            removed: number(removed),
          },
        ]),
      )
    },
    /** The meters of campaigns by their ids, in one request for each hundred. */
    async meters(campaigns: readonly { companyId: string; id: string }[]): Promise<Map<string, Meter>> {
      const keys = campaigns.map(({ companyId, id }) => {
        const { Key } = meters.get({ companyId, campaignId: id }).params<{ Key: { pk: string; sk: string } }>()
        return Key
      })
      // What is counted may be a moment old: the next lead makes it so anyway.
      const rows = await readAll(table, keys, 'may be a moment old')
      return new Map(rows.map(toMeter).map((meter) => [meter.campaignId, meter]))
    },
  }
}
