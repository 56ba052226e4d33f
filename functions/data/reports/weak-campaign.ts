// Campaigns that found fewer leads in a week than they should, as the last look at their agency's campaigns found them.
import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('weakCampaign'),
  attributes: {
    rootId: text,
    agencyId: text,
    companyId: text,
    campaignId: text,
    number: text,
    name: text,
    companyName: text,
    agencyName: text,
    minimumLeads: number,
    leads: number,
    /** The day of the look; the seven are those before it. */
    day: text,
    ttl: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['rootId'], 'C#${rootId}#WEAK'),
      sk: key('sk', ['agencyId', 'campaignId'], '${agencyId}#${campaignId}'),
    },
  },
} as const

/** A look that did not come for so long says nothing any more. */
const KEPT = 3 * DAY

export type WeakCampaign = {
  rootId: string
  agencyId: string
  companyId: string
  campaignId: string
  number: string
  name: string
  companyName: string
  agencyName: string
  minimumLeads: number
  leads: number
  day: string
}

export function weakCampaigns(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** Of a root, or of one of its agencies alone. */
    async list(rootId: string, agencyId?: string): Promise<WeakCampaign[]> {
      const { data } = await entity.query
        .primary(agencyId === undefined ? { rootId } : { rootId, agencyId })
        .go({ pages: 'all' })
      return data.map(({ ttl: _, ...row }) => row)
    },
    async save(row: WeakCampaign): Promise<void> {
      await entity.put({ ...row, ttl: Math.ceil((Date.parse(`${row.day}T00:00:00Z`) + KEPT) / 1000) }).go()
    },
    async remove({ rootId, agencyId, campaignId }: Pick<WeakCampaign, 'rootId' | 'agencyId' | 'campaignId'>) {
      await entity.delete({ rootId, agencyId, campaignId }).go()
    },
  }
}
