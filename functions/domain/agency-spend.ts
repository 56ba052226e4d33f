// What the campaigns of an agency cost it: the wholesale prices that their leads were made under, summed by campaign.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Db } from '../data/index.ts'
import { allCampaigns } from './all-campaigns.ts'
import { mapSome } from './map-some.ts'

export type Unbilled = { campaign: Campaign; fromCentiCents: number; toCentiCents: number }

/** Of each campaign of a company what it cost since it was billed last. */
export async function unbilledOf(db: Db, company: Pick<Company, 'id' | 'kind'>): Promise<Unbilled[]> {
  return mapSome(await allCampaigns(db, company), async (campaign) => {
    const [fromCentiCents, toCentiCents] = await Promise.all([
      db.manualBill.billedTo(campaign),
      db.lead.wholesaleOf(campaign),
    ])
    return { campaign, fromCentiCents, toCentiCents }
  })
}

/** What leads of some days cost an agency altogether, both days included; days are those of each campaign's zone. */
export async function wholesaleBetween(
  db: Db,
  agency: Pick<Company, 'id' | 'kind'>,
  fromOn: string,
  toOn: string,
): Promise<number> {
  const days = await mapSome(await allCampaigns(db, agency), (campaign) => db.lead.countByDay(campaign, fromOn, toOn))
  return roundToCents(days.flat().reduce((sum, { wholesaleCentiCents }) => sum + wholesaleCentiCents, 0))
}
