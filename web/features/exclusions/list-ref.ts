/** A list: of a whole company, or of one of its campaigns. */
export type ListRef = { companyId: string; campaignId?: string | undefined }

/** How calls name which list of a company is meant. */
export const kindOf = ({ campaignId }: ListRef) =>
  campaignId ? { campaignType: 'campaign' as const, campaignId } : { campaignType: 'client' as const }
