// Which price holds where and when. A campaign has prices of its own, or those that its client had when it was made; a
// client has its own, or those that its agency begins new clients with. What an agency pays never lies below the root's.
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, PaymentTerm, ProductLine } from '#shared/model/company.ts'
import {
  type CostList,
  type Fees,
  isBought,
  type LeadKind,
  type LeadLimit,
  type LeadPrice,
  leadPrice,
  limitOn,
  noPrice,
  type RetailPrice,
  termKeyOf,
  wholesaleOf,
} from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'

type Agency = Pick<Company, 'id' | 'rootId'>
/** Whose prices: those of a client, or (where it is the agency itself) those that new clients begin with. */
export type PriceOwner = { companyId: string; agencyId: string; line: ProductLine }
/** What prices begin with where nobody has set any, under the first of the terms that the agency offers. */
export const firstPrice = (terms: readonly PaymentTerm[]): RetailPrice => ({
  ...noPrice,
  term: terms[0] ?? noPrice.term,
})

type PricedCampaign = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'rootId' | 'line' | 'createdAt'>

export async function costsOf(db: Db, agency: Agency, at: number): Promise<{ own: CostList; root: CostList }> {
  const [own, root] = await Promise.all([db.price.costsAt(agency.id, at), db.price.costsAt(agency.rootId, at)])
  return { own, root }
}

/** What an agency pays for a product under a term, and what the root pays for it itself. */
export async function wholesaleAt(
  db: Db,
  agency: Agency,
  { line, term, at }: { line: ProductLine; term: PaymentTerm; at: number },
): Promise<{ agency: Fees; root: Fees }> {
  const { own, root } = await costsOf(db, agency, at)
  return { agency: wholesaleOf(own, root, line, term), root: root.costs[line][termKeyOf[term]] }
}

/** What new campaigns of a client begin with. Undefined while nobody set a price. */
export async function findDefaultPrice(db: Db, owner: PriceOwner, at: number): Promise<RetailPrice | undefined> {
  const { companyId, agencyId, line } = owner
  const [own, first] = await Promise.all([
    db.price.findRetail(companyId, line, at),
    db.price.findRetail(agencyId, line, at),
  ])
  return own ?? first
}

const findOwnPrice = (db: Db, { id, companyId, line }: PricedCampaign, at: number) =>
  db.price.findRetail(companyId, line, at, id)

/** What a campaign's client pays at an instant. Undefined while nobody set a price. */
export async function findCampaignPrice(
  db: Db,
  campaign: PricedCampaign,
  at: number,
): Promise<RetailPrice | undefined> {
  const [own, first] = await Promise.all([
    findOwnPrice(db, campaign, at),
    findDefaultPrice(db, campaign, campaign.createdAt),
  ])
  return own ?? first
}

/** The same for leads and bills, of which there are many, and for which nobody waits: what a price of its own makes needless is not read. */
export const findSalePrice = async (db: Db, campaign: PricedCampaign, at: number): Promise<RetailPrice> =>
  (await findOwnPrice(db, campaign, at)) ?? (await findDefaultPrice(db, campaign, campaign.createdAt)) ?? noPrice

/** Both prices of a lead and what the root pays for it, in hundredths of a cent. */
export type SalePrice = LeadPrice & { rootCentiCents: number }

export type LeadTerms = {
  term: PaymentTerm
  price: SalePrice
  /** How many leads the campaign may have; undefined while there is no limit. */
  limit: LeadLimit | undefined
  /** The price of a lead beyond the limit; undefined when there is to be none. */
  above: SalePrice | undefined
}

const salePrice = (
  retail: RetailPrice,
  { agency, root }: { agency: Fees; root: Fees },
  line: ProductLine,
  kind: LeadKind,
): SalePrice => ({
  ...leadPrice(retail, agency, line, kind),
  rootCentiCents: leadPrice(retail, root, line, kind).wholesaleCentiCents,
})

type SellingCampaign = PricedCampaign & Pick<Campaign, 'timeZone' | 'informationType'>

/** How many leads a campaign may have at an instant, and whether more than that are sold for a price of their own. */
export async function limitAt(
  db: Db,
  campaign: SellingCampaign,
  at: number,
): Promise<{ term: PaymentTerm; limit: LeadLimit | undefined; sellsAbove: boolean }> {
  const retail = await findSalePrice(db, campaign, at)
  return {
    term: retail.term,
    limit: limitOn(retail, dayIn(campaign.timeZone, at)),
    // Leads that were bought are sold for what they were bought for, or not at all.
    sellsAbove: retail.aboveLimitCentiCents > 0 && !isBought(retail.term),
  }
}

/** What a lead that is stored at an instant costs, and whether there may be one. Its prices are kept with it. */
export async function leadTermsAt(db: Db, campaign: SellingCampaign, at: number): Promise<LeadTerms> {
  const retail = await findSalePrice(db, campaign, at)
  const agency = { id: campaign.agencyId, rootId: campaign.rootId }
  const { line, informationType: kind } = campaign
  const wholesale = await wholesaleAt(db, agency, { line, term: retail.term, at })
  const price = salePrice(retail, wholesale, line, kind)
  const { term, aboveLimitCentiCents } = retail
  const isSoldAbove = aboveLimitCentiCents > 0 && !isBought(term)
  return {
    term,
    price,
    limit: limitOn(retail, dayIn(campaign.timeZone, at)),
    above: isSoldAbove ? { ...price, retailCentiCents: aboveLimitCentiCents } : undefined,
  }
}
