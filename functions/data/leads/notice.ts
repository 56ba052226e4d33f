// How far people were told of a campaign's leads, so that nobody is told twice and nothing is skipped.
import { Entity } from 'electrodb'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('leadNotice'),
  attributes: {
    companyId: { type: 'string', required: true },
    campaignId: { type: 'string', required: true },
    /** The step that it counts by; another one begins anew. */
    every: { type: 'number', required: true },
    /** Multiples of it that were told of. */
    told: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CNT#${campaignId}'),
      sk: key('sk', [], 'NOTICE'),
    },
  },
} as const

type Owner = Pick<Campaign, 'companyId' | 'id'>

export function leadNotices(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async find({ companyId, id }: Owner): Promise<{ every: number; told: number } | undefined> {
      const { data } = await entity.get({ companyId, campaignId: id }).go({ consistent: true })
      return data ? { every: data.every, told: data.told } : undefined
    },
    /** False when somebody else told as much meanwhile. */
    tell({ companyId, id }: Owner, { every, told }: { every: number; told: number }): Promise<boolean> {
      return entity
        .put({ companyId, campaignId: id, every, told })
        .where(
          (row, { ne, lt, notExists }) => `${notExists(row.told)} OR ${ne(row.every, every)} OR ${lt(row.told, told)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
