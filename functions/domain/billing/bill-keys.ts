// The keys of the payments of a campaign's bill, made of the bill's own.
import type { CampaignBill } from '#shared/model/campaign-bill.ts'

/** The payments of a bill: of its client (`companyId`), and of its agency. */
export const clientPartKey = ({ campaignId, key }: Pick<CampaignBill, 'campaignId' | 'key'>): string =>
  `${campaignId}-${key}`
export const agencyPartKey = (bill: Pick<CampaignBill, 'campaignId' | 'key'>): string => `${clientPartKey(bill)}-agency`
