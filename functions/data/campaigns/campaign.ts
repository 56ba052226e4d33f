import { Entity } from 'electrodb'
import { notFound } from '#shared/errors.ts'
import { Campaign, campaignStatuses, statusReasons } from '#shared/model/campaign.ts'
import { productLines } from '#shared/model/company.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('campaign'),
  attributes: {
    id: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    agencyId: { type: 'string', required: true },
    rootId: { type: 'string', required: true },
    line: { type: productLines, required: true },
    name: { type: 'string', required: true },
    status: { type: campaignStatuses, required: true },
    statusReason: { type: statusReasons },
    siteUrl: { type: 'string' },
    timeZone: { type: 'string', required: true },
    createdAt: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#CAMPAIGNS'), sk: key('sk', ['id'], '${id}') },
    byId: { index: 'gsi1', pk: key('gsi1pk', ['id'], 'CAMPAIGN#${id}'), sk: key('gsi1sk', [], 'CAMPAIGN') },
  },
} as const

const toCampaign = (row: Record<string, unknown>): Campaign => Campaign.parse(row)

export const campaignEntity = (table: Table) => new Entity(schema, electro(table))

export function campaigns(table: Table) {
  const entity = campaignEntity(table)

  async function find(companyId: string, id: string): Promise<Campaign | undefined> {
    const { data } = await entity.get({ companyId, id }).go()
    return data ? toCampaign(data) : undefined
  }

  return {
    find,
    async get(companyId: string, id: string): Promise<Campaign> {
      const campaign = await find(companyId, id)
      if (!campaign) throw notFound('campaign')
      return campaign
    },
    /** For events that name a campaign only, such as a pixel's. */
    async findById(id: string): Promise<Campaign | undefined> {
      const { data } = await entity.query.byId({ id }).go({ limit: 1 })
      return data[0] && toCampaign(data[0])
    },
    /** Newest first. */
    async list(companyId: string): Promise<Campaign[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', order: 'desc' })
      return data.map(toCampaign)
    },
  }
}
