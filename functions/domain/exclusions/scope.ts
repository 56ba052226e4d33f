// Which list of a company a call is about.
import { invalid } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'

/**
 * The scope of the list: a campaign's own, or the one of its whole company. The kind and the campaign must say the same, so that
 * nobody changes the list of a whole client by leaving something out.
 */
export function scopeOf(kind: 'client' | 'campaign', campaign: Pick<Campaign, 'id'> | undefined): string {
  if (kind === 'campaign' && !campaign) throw invalid({ campaignId: 'Name the campaign whose list it is.' })
  if (kind === 'client' && campaign) throw invalid({ campaignId: 'The list of a whole client names no campaign.' })
  return campaign?.id ?? COMPANY_SCOPE
}

/** Whose list it is, in words. */
export const ownerOf = (company: { name: string }, campaign: Pick<Campaign, 'name'> | undefined): string =>
  campaign ? `the campaign ${campaign.name} of ${company.name}` : company.name
