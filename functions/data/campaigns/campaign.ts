// Campaigns as they are read: their heads by client, by id and by public number, and what they look for.
import { notFound } from '#shared/errors.ts'
import type { Campaign, CampaignAnswers, CampaignTarget } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { readAll } from '../lib/batch.ts'
import { at15, type Table } from '../lib/table.ts'
import { campaignEntity, ENDS, numberEntity, partEntity, toCampaign, toTarget } from './rows.ts'

/** Which campaign is meant, and in which companies it lies. */
export type CampaignPlace = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'rootId'>
export type CampaignDetail = { target: CampaignTarget; answers: CampaignAnswers }

export function campaigns(table: Table) {
  const entity = campaignEntity(table)
  const numbers = numberEntity(table)
  const parts = partEntity(table)

  /** In every state, also removed. */
  async function find(companyId: string, id: string): Promise<Campaign | undefined> {
    const { data } = await entity.get({ companyId, id }).go()
    return data ? toCampaign(data) : undefined
  }
  /** As it stands now, after somebody else changed it. */
  async function findFresh({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>): Promise<Campaign | undefined> {
    const { data } = await entity.get({ companyId, id }).go({ consistent: true })
    return data ? toCampaign(data) : undefined
  }
  async function findById(id: string): Promise<Campaign | undefined> {
    const { data } = await entity.query.byId({ id }).go({ limit: 1 })
    return data[0] && toCampaign(data[0])
  }

  return {
    find,
    async get(companyId: string, id: string): Promise<Campaign> {
      const campaign = await find(companyId, id)
      if (!campaign) throw notFound('campaign')
      return campaign
    },
    findFresh,
    /** Those that are there of some, in no order, in one request for each hundred. */
    async some(campaigns: readonly Pick<Campaign, 'companyId' | 'id'>[]): Promise<Campaign[]> {
      const keys = [...new Map(campaigns.map(({ companyId, id }) => [id, { companyId, id }])).values()].map(
        (owner) => entity.get(owner).params<{ Key: { pk: string; sk: string } }>().Key,
      )
      return (await readAll(table, keys, 'may be a moment old')).map(toCampaign)
    },
    /** For events that name a campaign only, such as a pixel's. */
    findById,
    /** Whose campaign is called so, by its id or by its public number: nothing of it is read before its client is known to be within reach. */
    async locate(name: string): Promise<CampaignPlace | undefined> {
      let id = name
      let known: CampaignPlace | undefined
      if (/^\d{8}$/.test(name)) {
        const { data } = await numbers.get({ number: name }).go()
        if (!data) return undefined
        const { companyId, campaignId, agencyId = '', rootId = '' } = data
        id = campaignId
        known = { id, companyId, agencyId, rootId }
        if (rootId) return known
        // A number from before says its client alone: the campaign says what is above it.
      }
      const attributes = ['companyId', 'agencyId', 'rootId', 'id'] as const
      const { data } = await entity.query.byId({ id }).go({ limit: 1, attributes: [...attributes] })
      return data[0] ?? known
    },
    /**
     * A campaign with its client. Undefined where there is none, or where it lies neither in a company nor below it. Where its place says
     * that it does, it is read (as it is written: who saved it a moment ago goes on from there) together with its client, which has the
     * last word.
     */
    async findPlaced(
      place: CampaignPlace | undefined,
      within: string,
      findCompany: (id: string) => Promise<Company | undefined>,
    ): Promise<{ campaign: Campaign; company: Company } | undefined> {
      if (!place || ![place.companyId, place.agencyId, place.rootId].includes(within)) return undefined
      const [company, campaign] = await Promise.all([findCompany(place.companyId), findFresh(place)])
      return company && campaign && [company.id, ...company.ancestors].includes(within)
        ? { campaign, company }
        : undefined
    },
    /** All of a client's, in every state, newest first. */
    async list(companyId: string, consistent = false): Promise<Campaign[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', order: 'desc', consistent })
      return data.map(toCampaign)
    },
    /** A client's newest ones, at most so many. */
    async newest(companyId: string, limit: number): Promise<Campaign[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit })
      return data.map(toCampaign)
    },
    /** Those of all tenants that run although their last day was over by an instant, longest ago first. */
    async listOver(at: number, limit: number): Promise<Campaign[]> {
      const { data } = await entity.query
        .due({ dueAs: ENDS })
        .lt({ dueAt: at15(at + 1) })
        .go({ limit })
      return data.map(toCampaign)
    },
    /** What a campaign looks for; empty before anybody said so. */
    async findTarget({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>): Promise<CampaignTarget> {
      const { data } = await parts.get({ companyId, campaignId: id, part: 'TARGET' }).go()
      return toTarget(data?.content)
    },
    /**
     * What a campaign looks for, and the answers to its product's questions; empty before anybody said so. As they are written: a step
     * of the editor is saved on top of the one before it, and a start follows the last.
     */
    async detail({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>): Promise<CampaignDetail> {
      const { data } = await parts.query.primary({ companyId, campaignId: id }).go({ pages: 'all', consistent: true })
      const of = (part: string) => data.find((row) => row.part === part)?.content
      return { target: toTarget(of('TARGET')), answers: of('ANSWERS') ?? {} }
    },
  }
}
