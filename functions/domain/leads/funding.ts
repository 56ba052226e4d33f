// How leads of a campaign are paid for: what was bought ahead, what a Data Wallet sets aside, or the next bill.
import type { Campaign } from '#shared/model/campaign.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import type { Funding } from '#shared/money/lead-lines.ts'
import { isBought } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'

/** Of an agency that is billed by hand and pays from its Data Wallet, wholesale is paid before a lead is sold. */
export async function findFunding(
  { company, billing }: Pick<Db, 'company' | 'billing'>,
  { agencyId }: Pick<Campaign, 'agencyId'>,
  term: PaymentTerm,
): Promise<Funding> {
  if (isBought(term)) return 'lot'
  const agency = await company.find(agencyId)
  if (!agency?.manualBill) return 'bill'
  return (await billing.get(agencyId)).billingMethod === 'data_wallet' ? 'hold' : 'bill'
}
