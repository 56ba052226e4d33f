// Why a lead was charged as it was, from our books alone: the versions of its prices, what paid for it, and what came back.
import { type ChargeFacts, type PriceSource, type Recomputed, recomputeCharge } from '#shared/leads/charge.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill, LeadLot } from '#shared/model/campaign-bill.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Db } from '../../data/index.ts'

/** What paid for a lead: a bill that was made, one that is not made yet (`dueAt` ms, null where none is planned), a lot, or a wallet. */
export type PaidBy =
  | { by: 'bill'; bill: CampaignBill }
  | { by: 'next'; dueAt: number | null }
  | { by: 'lot'; lot: LeadLot; bill: CampaignBill | undefined }
  | { by: 'wallet' }

export type Explained = ChargeFacts & { recomputed: Recomputed; isRight: boolean; paid: PaidBy }

const SEQ_DIGITS = 6
/** The key of the bill that a stretch of leads stands on. */
const stretchBillKey = (stretch: number): string => `bill-${String(stretch).padStart(SEQ_DIGITS, '0')}`

async function findRetail({ price }: Db, campaign: Campaign, at: number): Promise<ChargeFacts['retail']> {
  const { companyId, agencyId, line, id, createdAt } = campaign
  const all = await Promise.all([
    price.findRetailVersion(companyId, line, at, id),
    price.findRetailVersion(companyId, line, createdAt),
    price.findRetailVersion(agencyId, line, createdAt),
  ])
  const sources: PriceSource[] = ['campaign', 'client', 'agency']
  for (const [index, of] of sources.entries()) {
    const found = all[index]
    if (found) return { ...found, of }
  }
  return undefined
}

async function findPaid(
  { campaignBill }: Db,
  campaign: Campaign,
  lead: Lead,
  lot: LeadLot | undefined,
): Promise<PaidBy> {
  if (lot) return { by: 'lot', lot, bill: await campaignBill.find(campaign, lot.billKey) }
  if (lead.hold !== undefined) return { by: 'wallet' }
  const bill = await campaignBill.find(campaign, stretchBillKey(lead.stretch ?? 0))
  return bill ? { by: 'bill', bill } : { by: 'next', dueAt: (await campaignBill.findState(campaign)).dueAt }
}

/** Everything that decided what a lead costs and who paid for it. `isRight`: worked out again it comes to what was charged. */
export async function explainCharge(db: Db, campaign: Campaign, lead: Lead): Promise<Explained> {
  const { agencyId, rootId } = campaign
  const at = lead.createdAt
  const [retail, costs, rootCosts, lots] = await Promise.all([
    findRetail(db, campaign, at),
    db.price.findCostsVersion(agencyId, at),
    db.price.findCostsVersion(rootId, at),
    lead.lot === undefined ? [] : db.campaignBill.listLots(campaign),
  ])
  const lot = lots.find(({ number }) => number === lead.lot)
  const facts: ChargeFacts = { lead, campaign, retail, costs, rootCosts, lot }
  const recomputed = recomputeCharge(facts)
  const { retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents } = lead
  const isRight =
    recomputed.retailCentiCents === retailCentiCents &&
    recomputed.wholesaleCentiCents === wholesaleCentiCents &&
    (rootCentiCents === undefined || recomputed.rootCentiCents === rootCentiCents)
  return { ...facts, recomputed, isRight, paid: await findPaid(db, campaign, lead, lot) }
}
