// Which price holds where and when. A campaign has prices of its own, or those that its client had when it was made; a
// client has its own, or those that its agency begins new clients with. What an agency pays never lies below the root's.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, PaymentTerm, ProductLine } from '#shared/model/company.ts'
import {
  type CostList,
  type Fees,
  type LeadKind,
  type LeadPrice,
  leadPrice,
  noPrice,
  type RetailPrice,
  wholesaleOf,
} from '#shared/money/price-list.ts'
import type { Db } from '../data/index.ts'

type Agency = Pick<Company, 'id' | 'rootId'>
/** Whose prices: those of a client, or (where it is the agency itself) those that new clients begin with. */
export type PriceOwner = { companyId: string; agencyId: string; line: ProductLine }
type PricedCampaign = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'rootId' | 'line' | 'createdAt'>

export async function costsOf(db: Db, agency: Agency, at: number): Promise<{ own: CostList; root: CostList }> {
  const [own, root] = await Promise.all([db.price.costsAt(agency.id, at), db.price.costsAt(agency.rootId, at)])
  return { own, root }
}

/** What an agency pays for a product under a term. */
export async function wholesaleAt(
  db: Db,
  agency: Agency,
  { line, term, at }: { line: ProductLine; term: PaymentTerm; at: number },
): Promise<Fees> {
  const { own, root } = await costsOf(db, agency, at)
  return wholesaleOf(own, root, line, term)
}

/** What new campaigns of a client begin with. Undefined while nobody set a price. */
export async function findDefaultPrice(db: Db, owner: PriceOwner, at: number): Promise<RetailPrice | undefined> {
  const { companyId, agencyId, line } = owner
  const own = await db.price.findRetail(companyId, line, at)
  return own ?? (companyId === agencyId ? undefined : db.price.findRetail(agencyId, line, at))
}

/** What a campaign's client pays at an instant. Undefined while nobody set a price. */
export async function findCampaignPrice(
  db: Db,
  campaign: PricedCampaign,
  at: number,
): Promise<RetailPrice | undefined> {
  const own = await db.price.findRetail(campaign.companyId, campaign.line, at, campaign.id)
  return own ?? findDefaultPrice(db, campaign, campaign.createdAt)
}

/** Both prices of a lead that is made now, to be kept with it. */
export async function leadPriceAt(db: Db, campaign: PricedCampaign, kind: LeadKind, at: number): Promise<LeadPrice> {
  const price = (await findCampaignPrice(db, campaign, at)) ?? noPrice
  const agency = { id: campaign.agencyId, rootId: campaign.rootId }
  return leadPrice(price, await wholesaleAt(db, agency, { line: campaign.line, term: price.term, at }), kind)
}
