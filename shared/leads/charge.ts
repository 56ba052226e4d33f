// Why a lead was charged as it was: its prices, worked out once more from the versions that held when it was stored.
import { dayIn } from '../dates.ts'
import type { Campaign } from '../model/campaign.ts'
import type { LeadLot } from '../model/campaign-bill.ts'
import type { Lead } from '../model/lead.ts'
import {
  type CostList,
  type Fees,
  isFloored,
  type LeadLimit,
  leadPrice,
  limitOn,
  noCosts,
  noPrice,
  type RetailPrice,
  termKeyOf,
  type Version,
  wholesaleOf,
} from '../money/price-list.ts'

/** Whose price it is: the campaign's own, that of its client when the campaign was made, or the one that new clients begin with. */
const priceSources = ['campaign', 'client', 'agency'] as const
export type PriceSource = (typeof priceSources)[number]

export type ChargeFacts = {
  lead: Pick<Lead, 'kind' | 'isAboveLimit' | 'createdAt'>
  campaign: Pick<Campaign, 'line' | 'timeZone'>
  /** The versions that held when the lead was stored; missing where nobody had set a price. */
  retail?: (Version<RetailPrice> & { of: PriceSource }) | undefined
  costs?: Version<CostList> | undefined
  rootCosts?: Version<CostList> | undefined
  /** What the lead was bought with, where it was. */
  lot?: LeadLot | undefined
}

/** Amounts in hundredths of a cent. */
export type Recomputed = {
  retailCentiCents: number
  wholesaleCentiCents: number
  rootCentiCents: number
  /** What a root's floor raised the wholesale price from; undefined where it did not. */
  raisedFromCentiCents?: number | undefined
  limit?: LeadLimit | undefined
}

/**
 * What a lead costs by the versions of its prices. Equal to what it was charged for, or something is wrong.
 * @example a lead of a lot costs what the lot cost, no matter what prices became later
 */
export function recomputeCharge({ lead, campaign, retail, costs, rootCosts, lot }: ChargeFacts): Recomputed {
  if (lot) {
    const { retailCentiCents, wholesaleCentiCents, rootCentiCents } = lot
    return { retailCentiCents, wholesaleCentiCents, rootCentiCents }
  }
  const { line } = campaign
  const price = retail?.value ?? noPrice
  const own = costs?.value ?? noCosts
  const root = rootCosts?.value ?? noCosts
  const wholesale = wholesaleOf(own, root, line, price.term)
  const of = (fees: Fees) => leadPrice(price, fees, line, lead.kind)
  const { retailCentiCents, wholesaleCentiCents } = of(wholesale)
  const asked = of(own.costs[line][termKeyOf[price.term]]).wholesaleCentiCents
  return {
    retailCentiCents: lead.isAboveLimit ? price.aboveLimitCentiCents : retailCentiCents,
    wholesaleCentiCents,
    rootCentiCents: of(root.costs[line][termKeyOf[price.term]]).wholesaleCentiCents,
    ...(isFloored(line) && asked < wholesaleCentiCents && { raisedFromCentiCents: asked }),
    limit: limitOn(price, dayIn(campaign.timeZone, lead.createdAt)),
  }
}
