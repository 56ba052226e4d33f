// What the payer of a purchase is asked for before anything is given.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Purchase } from '#shared/model/campaign-bill.ts'
import { agencyPart, clientPart } from '../billing/collect-bill.ts'
import type { Demand } from '../payments/collect.ts'
import type { CollectDeps } from '../payments/record.ts'

/** Undefined where that is nothing. */
export async function demandOf(
  deps: Pick<CollectDeps, 'db'>,
  campaign: Campaign,
  { bill, why }: Purchase,
): Promise<Demand | undefined> {
  const isClient = bill.payer === 'client'
  const company = await deps.db.company.get(isClient ? campaign.companyId : campaign.agencyId)
  const part = (isClient ? clientPart : agencyPart)(bill, { company, campaignName: campaign.name, line: campaign.line })
  return part.amountCents === 0 ? undefined : { ...part, purpose: why }
}
